// What every page has.

import "./exchange/drop_file.js";
import "./keys.js";
import "./print_heading.js";
import "./table_boxes.js";
import "./tabs.js";
