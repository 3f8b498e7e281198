#% task: strings, easy
#% prompt
def wrap_in(text: str, mark: str) -> str:
    """Put the mark before the text and after the text.

    >>> wrap_in("hi", "*")
    '*hi*'
    >>> wrap_in("note", "--")
    '--note--'
    """
#% canonical
def wrap_in(text, mark):
    return mark + text + mark
#% hidden
assert wrap_in("", "*") == "**"
assert wrap_in("a", "") == "a"
assert wrap_in("a", "b") == "bab"
assert wrap_in("bold", "**") == "**bold**"
assert wrap_in("x y", "|") == "|x y|"
assert wrap_in("say", "'") == "'say'"
assert wrap_in("abc", "<>") == "<>abc<>"
assert wrap_in(" pad ", "#") == "# pad #"
assert wrap_in("*", "*") == "***"
assert wrap_in("", "") == ""
assert wrap_in("long text here", "=!") == "=!long text here=!"
#% right: formatted text
def wrap_in(text, mark):
    return f"{mark}{text}{mark}"
#% right: joins with the text
def wrap_in(text, mark):
    return text.join([mark, mark])
#% wrong: misread - mark only in front
def wrap_in(text, mark):
    return mark + text
#% wrong: corner - second mark reversed
def wrap_in(text, mark):
    return mark + text + mark[::-1]
#% wrong: corner - empty text stays empty
def wrap_in(text, mark):
    if not text:
        return ""
    return mark + text + mark
#% wrong: misread - text around the mark
def wrap_in(text, mark):
    return text + mark + text
#% wrong: misread - a space next to the mark
def wrap_in(text, mark):
    return mark + " " + text + " " + mark
