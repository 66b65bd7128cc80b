// The page of a round's pairings: while they are typed, moved, and judged.

import "./pairings.js";
import "./pairing_moves.js";
import "./pairing_judge.js";
