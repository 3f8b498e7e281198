#% task: parsing, easy
#% prompt
def is_seat_code(code: str) -> bool:
    """
    On a plane a seat code is a row number from 1 to 40, written without leading zeros,
    directly followed by one capital letter from A to F. There is no row 13.
    Tell whether `code` is the code of a seat.

    >>> is_seat_code("12C")
    True
    >>> is_seat_code("41B")
    False
    >>> is_seat_code("3K")
    False
    """
#% canonical
def is_seat_code(code):
    row, letter = code[:-1], code[-1:]
    if letter not in list("ABCDEF"):
        return False
    if not row.isdigit() or row[0] == "0":
        return False
    return int(row) <= 40 and int(row) != 13
#% hidden
assert is_seat_code("1A") == True
assert is_seat_code("40F") == True
assert is_seat_code("") == False
assert is_seat_code("C") == False
assert is_seat_code("12") == False
assert is_seat_code("0A") == False
assert is_seat_code("07A") == False
assert is_seat_code("13D") == False
assert is_seat_code("12c") == False
assert is_seat_code("12AB") == False
assert is_seat_code("-1A") == False
assert is_seat_code("5 A") == False
assert is_seat_code("A5") == False
assert is_seat_code("31E") == True
assert is_seat_code("100B") == False
assert is_seat_code("9G") == False
#% right: all the seats there are
def is_seat_code(code):
    seats = {str(row) + letter for row in range(1, 41) if row != 13 for letter in "ABCDEF"}
    return code in seats
#% right: regular expression
def is_seat_code(code):
    import re
    return bool(re.fullmatch(r"(?!13)([1-9]|[123][0-9]|40)[A-F]", code))
#% wrong: misread - row 13 is there
def is_seat_code(code):
    row, letter = code[:-1], code[-1:]
    return letter in list("ABCDEF") and row.isdigit() and row[0] != "0" and 1 <= int(row) <= 40
#% wrong: exception - no row number
def is_seat_code(code):
    row = int(code[:-1])
    return 1 <= row <= 40 and row != 13 and code[-1] in "ABCDEF" and str(row) + code[-1] == code
#% wrong: corner - leading zeros pass
def is_seat_code(code):
    row, letter = code[:-1], code[-1:]
    if letter not in list("ABCDEF") or not row.isdigit():
        return False
    return 1 <= int(row) <= 40 and int(row) != 13
#% wrong: off by one - row 40 is left out
def is_seat_code(code):
    return code in [f"{row}{letter}" for row in range(1, 40) for letter in "ABCDEF" if row != 13]
#% wrong: corner - more may follow the letter
def is_seat_code(code):
    import re
    m = re.match(r"([1-9]\d?)[A-F]", code)
    return m is not None and int(m.group(1)) <= 40 and m.group(1) != "13"
#% wrong: wrong type - returns the row number
def is_seat_code(code):
    row, letter = code[:-1], code[-1:]
    if letter in list("ABCDEF") and row.isdigit() and row[0] != "0" and int(row) <= 40 and row != "13":
        return int(row)
    return False
#% wrong: invalid - assigns in the condition
def is_seat_code(code):
    row, letter = code[:-1], code[-1:]
    if row = "13":
        return False
    return letter in "ABCDEF" and row.isdigit() and 1 <= int(row) <= 40
