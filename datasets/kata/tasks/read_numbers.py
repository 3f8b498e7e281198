#% task: parsing, easy
#% prompt
def read_numbers(text: str) -> list:
    """The text holds whole numbers with semicolons between them. Return them as a list of ints.

    >>> read_numbers("4;8;15")
    [4, 8, 15]
    >>> read_numbers("7")
    [7]
    """
#% canonical
def read_numbers(text):
    return [int(part) for part in text.split(";")]
#% hidden
assert read_numbers("0") == [0]
assert read_numbers("42") == [42]
assert read_numbers("1;2") == [1, 2]
assert read_numbers("2;1") == [2, 1]
assert read_numbers("5;5;5") == [5, 5, 5]
assert read_numbers("-3;4") == [-3, 4]
assert read_numbers("-3;-4;0") == [-3, -4, 0]
assert read_numbers("100;20;3") == [100, 20, 3]
assert read_numbers("9;8;7;6;5;4") == [9, 8, 7, 6, 5, 4]
assert read_numbers("1000000;1") == [1000000, 1]
#% right: plain loop
def read_numbers(text):
    numbers = []
    for part in text.split(";"):
        numbers.append(int(part))
    return numbers
#% right: map
def read_numbers(text):
    return list(map(int, text.split(";")))
#% wrong: wrong type - leaves them as text
def read_numbers(text):
    return text.split(";")
#% wrong: corner - loses the minus sign
def read_numbers(text):
    import re
    return [int(part) for part in re.findall(r"\d+", text)]
#% wrong: misread - sorts the numbers
def read_numbers(text):
    return sorted(int(part) for part in text.split(";"))
#% wrong: exception - splits at commas
def read_numbers(text):
    return [int(part) for part in text.split(",")]
#% wrong: off by one - leaves out the last number
def read_numbers(text):
    return [int(part) for part in text.split(";")[:-1]]
