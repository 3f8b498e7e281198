# Reads expressions that anyone may have written without running them: literals, products and sums of rows, `range` and `list` of it.
import ast

MOST_ITEMS = 2_000_000


class Refused(Exception):
    pass


def value_of(node):
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, str, bytes, bool, type(None)):
        return node.value
    if isinstance(node, ast.List):
        return [value_of(item) for item in node.elts]
    if isinstance(node, ast.Tuple):
        return tuple(value_of(item) for item in node.elts)
    if isinstance(node, ast.Set):
        return {value_of(item) for item in node.elts}
    if isinstance(node, ast.Dict) and None not in node.keys:
        return {value_of(key): value_of(item) for key, item in zip(node.keys, node.values)}
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = value_of(node.operand)
        if type(value) in (int, float):
            return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp):
        return joined(node.op, value_of(node.left), value_of(node.right))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return made(node.func.id, [value_of(argument) for argument in node.args])
    raise Refused(f'{type(node).__name__} is no literal')


ROWS = (list, tuple, str, bytes)


def joined(operator, left, right):
    if isinstance(operator, ast.Mult):
        if type(left) is int and type(right) in ROWS:
            left, right = right, left
        if type(left) in ROWS and type(right) is int:
            if len(left) * max(right, 0) > MOST_ITEMS:
                raise Refused('too large')
            return left * right
        if type(left) in (int, float) and type(right) in (int, float) and small(left) and small(right):
            return left * right
    if isinstance(operator, ast.Pow) and type(left) is int and type(right) is int and abs(left) <= 1000 and 0 <= right <= 300:
        return left**right
    if isinstance(operator, (ast.Add, ast.Sub)):
        is_number = type(left) in (int, float) and type(right) in (int, float)
        if is_number:
            return left + right if isinstance(operator, ast.Add) else left - right
        if isinstance(operator, ast.Add) and type(left) is type(right) and type(left) in ROWS and len(left) + len(right) <= MOST_ITEMS:
            return left + right
    raise Refused('an operation that is none of rows and numbers')


def small(number):
    return type(number) is float or number.bit_length() < 5000


def made(name, arguments):
    if name == 'range' and 1 <= len(arguments) <= 3 and all(type(one) is int for one in arguments):
        row = range(*arguments)
        if len(row) > MOST_ITEMS:
            raise Refused('too large')
        return row
    if name in ('list', 'tuple', 'set') and len(arguments) <= 1 and all(type(one) in (range, list, tuple, str, set) for one in arguments):
        return {'list': list, 'tuple': tuple, 'set': set}[name](*arguments)
    raise Refused(f'a call of {name}')


def canonical(text, count, is_arguments):
    """The text of an expression, normalised, or why it is none; of arguments, as a tuple of so many."""
    try:
        tree = ast.parse(f'({text},)' if is_arguments and not text.lstrip().startswith('(') else text.strip(), mode='eval')
        value = value_of(tree.body)
        if is_arguments and not (type(value) is tuple and len(value) == count):
            tree = ast.parse(f'({text.strip()},)', mode='eval')
            value = value_of(tree.body)
            if not (type(value) is tuple and len(value) == count):
                return f'-expected {count} arguments'
        if is_arguments and not isinstance(tree.body, ast.Tuple):
            return '-expected the arguments with commas between them'
        return '+' + ast.unparse(tree)
    except Refused as error:
        return f'-{error}'
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError, OverflowError, AttributeError) as error:
        return f'-{type(error).__name__}'


def canonical_all(texts, count, is_arguments):
    return [canonical(text, count, is_arguments) for text in texts]
