# The static check: the form of a program, by Python's ast. It runs nothing of the program; the sandbox is the barrier.
import ast
import re

GIVEN = {'math', 're', 'itertools', 'collections', 'heapq', 'bisect', 'functools', 'string', 'typing'}
FORBIDDEN = {
    '__import__', 'breakpoint', 'compile', 'delattr', 'eval', 'exec', 'exit', 'getattr', 'globals', 'help', 'input', 'locals', 'memoryview', 'open', 'quit', 'setattr', 'vars',
}  # fmt: skip
BEYOND = {
    'builtins', 'ctypes', 'f_back', 'f_builtins', 'f_code', 'f_globals', 'f_locals', 'gi_code', 'gi_frame', 'cr_code', 'cr_frame', 'ag_code', 'ag_frame', 'tb_frame',
    'modules', 'os', 'popen', 'socket', 'subprocess', 'sys', 'system', 'settrace', 'setprofile',
    'format_map', 'get_field', 'vformat', 'attrgetter', 'methodcaller', 'update_wrapper', 'ForwardRef', 'get_type_hints',
}  # fmt: skip
OTHER_ENCODING = re.compile(r'[ \t\f]*#.*?coding[:=][ \t]*(?!utf-?8\b)[-\w.]+', re.IGNORECASE)
METHODS = {'__init__', '__lt__', '__le__', '__gt__', '__ge__', '__eq__', '__hash__', '__len__', '__iter__', '__next__', '__repr__', '__str__', '__getitem__', '__contains__', '__call__', '__add__', '__slots__'}


def check(text, required, is_only):
    """What is wrong with a program's form, a sentence each; empty where nothing is."""
    try:
        tree = ast.parse(text)
        found = [sentence for node in ast.walk(tree) for sentence in faults_of(node)]
        found += ['an encoding of its own' for line in text.split('\n')[:2] if OTHER_ENCODING.match(line)]
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [f'does not parse: {type(error).__name__}']
    defined = {name for statement in tree.body for name in names_of(statement)}
    found += [f'{name} is not defined' for name in required if name not in defined]
    if is_only:
        functions = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
        wanted = [name for name in required if '.' not in name]
        if sorted(functions) != sorted(wanted):
            found.append(f'expected exactly {" and ".join(wanted)}, got {", ".join(functions) or "no function"}'[:300])
    return list(dict.fromkeys(found))[:10]


def faults_of(node):
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        yield 'an import'
    if isinstance(node, ast.Name):
        if node.id in FORBIDDEN or is_hidden(node.id):
            yield f'the name {node.id[:60]}'
    if isinstance(node, ast.Attribute) and (node.attr in BEYOND or node.attr in FORBIDDEN - {'compile'} or is_hidden(node.attr) and node.attr != '__init__'):
        yield f'the attribute {node.attr[:60]}'
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in GIVEN and node.attr.startswith('_') and not is_hidden(node.attr):
        yield f'the attribute {node.attr[:60]}'
    if isinstance(node, getattr(ast, 'MatchClass', ())):
        yield from (f'the attribute {name[:60]}' for name in node.kwd_attrs if name in BEYOND or name in FORBIDDEN or is_hidden(name))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'type' and len(node.args) != 1:
        yield 'a class made by type'
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and is_hidden(node.name) and node.name not in METHODS:
        yield f'the definition of {node.name[:60]}'
    if isinstance(node, ast.keyword) and node.arg == 'metaclass':
        yield 'a metaclass'
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
        text = node.value if isinstance(node.value, str) else node.value.decode('latin-1')
        if '__' in text and any(word in text for word in ('class', 'globals', 'import', 'builtins', 'subclasses', 'dict', 'base', 'mro', 'code')):
            yield 'a text with a hidden name'


def is_hidden(name):
    return name.startswith('__') and name.endswith('__')


def names_of(statement):
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield statement.name
        if isinstance(statement, ast.ClassDef):
            yield from (f'{statement.name}.{node.name}' for node in statement.body if isinstance(node, ast.FunctionDef))


def signature(text):
    """Parameters of `Solution.solve` without the instance, each with its annotation, and what it gives; why there is none."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 'the starter code does not parse'
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef) and statement.name == 'Solution':
            for node in statement.body:
                if isinstance(node, ast.FunctionDef) and node.name == 'solve':
                    return parts_of(node)
    return 'the starter code has no class Solution with a method solve'


def parts_of(node):
    arguments = node.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs or arguments.defaults or node.decorator_list:
        return 'solve may have plain parameters only'
    if not arguments.args or arguments.args[0].arg != 'self':
        return 'solve has no self'
    parameters = [[one.arg, ast.unparse(one.annotation) if one.annotation else ''] for one in arguments.args[1:]]
    if not 1 <= len(parameters) <= 10:
        return f'expected 1 to 10 parameters, got {len(parameters)}'
    if any(is_hidden(name) for name, _ in parameters):
        return 'a parameter with a hidden name'
    return [parameters, ast.unparse(node.returns) if node.returns else '']


def readable_constraints(texts, parameters):
    """Of each constraint, why it cannot be evaluated; empty where it can."""
    return [why_not(text, parameters) for text in texts]


def why_not(text, parameters):
    try:
        tree = ast.parse(text.strip(), mode='eval')
        faults = [sentence for node in ast.walk(tree) for sentence in faults_of(node)]
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 'is no Python expression'
    if any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)) for node in ast.walk(tree)):
        return 'is no Python expression'
    if faults:
        return f'has {faults[0]}'
    return '' if names & set(parameters) else 'names no parameter'
