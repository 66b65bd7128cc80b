"""How short dates are written in each language; Django finds them by ``FORMAT_MODULE_PATH``."""
