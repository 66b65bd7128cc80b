// What every page has.

import "./exchange/drop_file.js";
import "./dates.js";
import "./edges.js";
import "./keys.js";
import "./print_heading.js";
