"""How German is written, where Django's own formats would do harm."""

# Browsers read and send the values of form fields, and of drawings, in one way only, whatever the language.
# People read numbers that `league.web.formats` writes.
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ""
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d.%m.%Y"]
TIME_INPUT_FORMATS = ["%H:%M", "%H:%M:%S"]
DATETIME_INPUT_FORMATS = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]
