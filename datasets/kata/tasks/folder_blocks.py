#% task: recursion, medium
#% prompt
from typing import Any, Dict


def is_secret(name: str) -> bool:
    return name.startswith(".")


def folder_blocks(folder: Dict[str, Any]) -> int:
    """Disk blocks that the contents of a folder take up.

    A folder is a dict from names to entries: a whole number is a file of that many blocks, a dict is
    a folder inside it. A file takes its blocks. A folder inside takes 1 block for itself, even if it
    is empty, and whatever its contents take. The outermost folder takes nothing for itself.
    Secret entries (see is_secret), files as well as folders with all they contain, are left out.
    The dicts are only read, never changed.

    >>> folder_blocks({"a.txt": 3, "pics": {"cat": 5, ".thumb": 2}})
    9
    >>> folder_blocks({".git": {"log": 40}, "main.py": 2})
    2
    """
#% canonical
def folder_blocks(folder):
    total = 0
    for name, entry in folder.items():
        if is_secret(name):
            continue
        if isinstance(entry, dict):
            total += 1 + folder_blocks(entry)
        else:
            total += entry
    return total
#% hidden
assert folder_blocks({}) == 0
assert folder_blocks({"e": {}}) == 1
assert folder_blocks({".e": {}}) == 0
assert folder_blocks({"x": 0}) == 0
assert folder_blocks({"x": 7}) == 7
assert folder_blocks({".x": 7, "y": 1}) == 1
assert folder_blocks({"a": {"b": {"c": {}}}}) == 3
assert folder_blocks({"a": {"b": {"c": 10}}, "d": 2}) == 14
assert folder_blocks({"a": {".b": {"c": 10}}}) == 1
assert folder_blocks({"x.": 4, "a.b": 5}) == 9
assert folder_blocks({"p": {"f": 3}, "q": {"f": 3}}) == 8
assert folder_blocks({"p": {".f": 3, "g": {".h": 1, "i": 2}}, ".q": 9, "r": {}}) == 5
assert folder_blocks({"m": {"n": {}, "o": {}, "p": 6}}) == 9
disk = {"k": {"l": 2, ".m": 3}}
assert folder_blocks(disk) == 3
assert disk == {"k": {"l": 2, ".m": 3}}
#% right: a stack of folders
def folder_blocks(folder):
    stack, total = [folder], -1
    while stack:
        current = stack.pop()
        total += 1
        for name in current:
            if not is_secret(name):
                if isinstance(current[name], int):
                    total += current[name]
                else:
                    stack.append(current[name])
    return total
#% right: size of a single entry
def folder_blocks(folder):
    def size(entry):
        if isinstance(entry, dict):
            return 1 + sum(size(e) for n, e in entry.items() if not is_secret(n))
        return entry
    return size(folder) - 1
#% wrong: corner - counts the outermost folder as well
def folder_blocks(folder):
    total = 1
    for name, entry in folder.items():
        if not is_secret(name):
            total += folder_blocks(entry) if isinstance(entry, dict) else entry
    return total
#% wrong: corner - an empty folder takes nothing
def folder_blocks(folder):
    total = 0
    for name, entry in folder.items():
        if is_secret(name):
            continue
        if isinstance(entry, int):
            total += entry
        elif entry:
            total += 1 + folder_blocks(entry)
    return total
#% wrong: misread - leaves out secret files only
def folder_blocks(folder):
    total = 0
    for name, entry in folder.items():
        if isinstance(entry, dict):
            total += 1 + folder_blocks(entry)
        elif not is_secret(name):
            total += entry
    return total
#% wrong: corner - goes down one level only
def folder_blocks(folder):
    total = 0
    for name, entry in folder.items():
        if is_secret(name):
            continue
        if isinstance(entry, dict):
            total += 1
            for inner, size in entry.items():
                if not is_secret(inner) and isinstance(size, int):
                    total += size
        else:
            total += entry
    return total
#% wrong: mutated argument - removes the secret entries
def folder_blocks(folder):
    for name in [n for n in folder if is_secret(n)]:
        del folder[name]
    total = 0
    for entry in folder.values():
        if isinstance(entry, dict):
            total += folder_blocks(entry) + 1
        else:
            total += entry
    return total
#% wrong: exception - adds a dict to a number
def folder_blocks(folder):
    total = 0
    for name, entry in folder.items():
        if not is_secret(name):
            total += entry
    return total
#% wrong: misread - any dot makes a name secret
def folder_blocks(folder):
    total = 0
    for name, entry in folder.items():
        if "." in name:
            continue
        total += 1 + folder_blocks(entry) if isinstance(entry, dict) else entry
    return total
#% wrong: corner - equal folders are visited once
def folder_blocks(folder):
    todo, seen, total = [folder], [], 0
    while todo:
        current = todo.pop()
        if current in seen:
            continue
        seen.append(current)
        for name, entry in current.items():
            if is_secret(name):
                continue
            if isinstance(entry, dict):
                total += 1
                todo.append(entry)
            else:
                total += entry
    return total
