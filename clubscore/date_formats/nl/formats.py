"""Short dates in Dutch, which writes months in small letters: ``25 okt 2026``."""

SHORT_DATE_FORMAT = "j b Y"
SHORT_DATETIME_FORMAT = "j b Y H:i"
MONTH_DAY_FORMAT = "j b"
