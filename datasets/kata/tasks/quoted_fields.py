#% task: parsing, hard
#% prompt
from typing import List


def quoted_fields(line: str) -> List[str]:
    """Split one line of a shop's export into its fields. There is a comma between two fields.

    A field may be wrapped in single quotes (then it begins and ends with one); the wrapping quotes are not
    part of the field, a comma inside is an ordinary character, and two single quotes in a row inside
    stand for one single quote. Spaces are kept. Fields may be empty, so an empty line is one empty field.
    Quotes appear in no other place and are always closed.

    >>> quoted_fields("tea,'milk, cold',2")
    ['tea', 'milk, cold', '2']
    >>> quoted_fields("'baker''s flour',1")
    ["baker's flour", '1']
    """
#% canonical
def quoted_fields(line):
    fields = []
    field = ""
    inside = False
    i = 0
    while i < len(line):
        c = line[i]
        if inside and c == "'" and line[i + 1:i + 2] == "'":
            field += "'"
            i += 1
        elif c == "'":
            inside = not inside
        elif c == "," and not inside:
            fields.append(field)
            field = ""
        else:
            field += c
        i += 1
    fields.append(field)
    return fields
#% hidden
assert quoted_fields("") == [""]
assert quoted_fields("salt") == ["salt"]
assert quoted_fields("a,b,c") == ["a", "b", "c"]
assert quoted_fields(",") == ["", ""]
assert quoted_fields("a,,b,") == ["a", "", "b", ""]
assert quoted_fields(" a , b ") == [" a ", " b "]
assert quoted_fields("'a,b'") == ["a,b"]
assert quoted_fields("''") == [""]
assert quoted_fields("'',x,''") == ["", "x", ""]
assert quoted_fields("''''") == ["'"]
assert quoted_fields("'''a'''") == ["'a'"]
assert quoted_fields("'a'',b',c") == ["a',b", "c"]
assert quoted_fields("'it''s','don''t, please'") == ["it's", "don't, please"]
assert quoted_fields("',,,',' x '") == [",,,", " x "]
assert quoted_fields("'a''''b',1") == ["a''b", "1"]
#% right: the csv module
def quoted_fields(line):
    import csv
    if not line:
        return [""]
    return next(csv.reader([line], quotechar="'"))
#% right: joins pieces until the quotes are even
def quoted_fields(line):
    fields = []
    waiting = None
    for piece in line.split(","):
        waiting = piece if waiting is None else waiting + "," + piece
        if waiting.count("'") % 2 == 0:
            if waiting.startswith("'"):
                waiting = waiting[1:-1].replace("''", "'")
            fields.append(waiting)
            waiting = None
    return fields
#% wrong: misread - splits at every comma
def quoted_fields(line):
    fields = []
    for part in line.split(","):
        if len(part) > 1 and part[0] == part[-1] == "'":
            part = part[1:-1].replace("''", "'")
        fields.append(part)
    return fields
#% wrong: corner - an empty last field is lost
def quoted_fields(line):
    fields = []
    waiting = ""
    for c in line + ",":
        if c == "," and waiting.count("'") % 2 == 0:
            if waiting.startswith("'"):
                waiting = waiting[1:-1].replace("''", "'")
            fields.append(waiting)
            waiting = ""
        else:
            waiting += c
    if fields and fields[-1] == "":
        fields.pop()
    return fields
#% wrong: corner - quotes inside disappear
def quoted_fields(line):
    fields, field, inside = [], "", False
    for c in line:
        if c == "'":
            inside = not inside
        elif c == "," and not inside:
            fields.append(field)
            field = ""
        else:
            field += c
    return fields + [field]
#% wrong: misread - takes the spaces off
def quoted_fields(line):
    fields, field = [], ""
    for c in line + ",":
        if c == "," and field.count("'") % 2 == 0:
            field = field.strip()
            if field.startswith("'"):
                field = field[1:-1].replace("''", "'").strip()
            fields.append(field)
            field = ""
        else:
            field += c
    return fields
#% wrong: exception - an empty field has no first character
def quoted_fields(line):
    fields, field = [], ""
    for c in line + ",":
        if c == "," and field.count("'") % 2 == 0:
            if field[0] == "'":
                field = field[1:-1].replace("''", "'")
            fields.append(field)
            field = ""
        else:
            field += c
    return fields
#% wrong: corner - doubled quotes are replaced first
def quoted_fields(line):
    line = line.replace("''", "\0")
    fields, field, inside = [], "", False
    for c in line:
        if c == "'":
            inside = not inside
        elif c == "," and not inside:
            fields.append(field.replace("\0", "'"))
            field = ""
        else:
            field += c
    fields.append(field.replace("\0", "'"))
    return fields
#% wrong: endless loop - no comma after the last quoted field
def quoted_fields(line):
    fields = []
    pos = 0
    while pos <= len(line):
        if line[pos:pos + 1] == "'":
            end = pos + 1
            while end < len(line):
                if line[end] == "'":
                    if line[end + 1:end + 2] != "'":
                        break
                    end += 1
                end += 1
            field = line[pos + 1:end].replace("''", "'")
            end = line.find(",", end)
        else:
            end = line.find(",", pos)
            field = line[pos:] if end < 0 else line[pos:end]
            if end < 0:
                end = len(line)
        fields = fields[:20] + [field]
        pos = end + 1
    return fields
