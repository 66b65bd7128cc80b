"""Short dates in Dutch, which writes months in small letters: ``25 okt 2026``."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
TIME_FORMAT = "H:i"
SHORT_DATE_FORMAT = "j b Y"
SHORT_DATETIME_FORMAT = "j b Y H:i"
MONTH_DAY_FORMAT = "j b"
