from .ground import bounded, json, marshal
from .plain_data import decode, is_plain

import ast, array, binascii, datetime, decimal, fractions, select, socket, statistics

FAILURES, OUTPUT = 5, 2000  # bounds of what is reported: failures, characters of output
DONTWAIT, PEEK = int(socket.MSG_DONTWAIT), int(socket.MSG_PEEK | socket.MSG_DONTWAIT)
CHANNEL_FD = 3  # a tester's or checker's end of its socket to the broker
TESTER_KB = 256 << 10  # a tester that took more memory once is not used again
TESTER_GRACE = 2.0  # seconds a tester has to report after its candidate was ended
SUITE_CACHE = 4 << 20  # how much test source a tester keeps compiled, in characters

# ── Test suites ─────────────────────────────────────────────────────────────────────────────────────────────────────


def name(identifier):
    return ast.Name(id=identifier, ctx=ast.Load())


def record(method, *arguments):
    return ast.Call(func=ast.Attribute(value=name('__record__'), attr=method, ctx=ast.Load()), args=list(arguments), keywords=[])


class Instrument(ast.NodeTransformer):
    """Makes every assertion report itself and lets the run go on after one that failed.

    An assertion inside `try` with handlers raises as it always did: the handler may be waiting for it.
    """

    def __init__(self):
        self.count, self.is_guarded = 0, False

    def visit_Try(self, node):
        outer, self.is_guarded = self.is_guarded, self.is_guarded or bool(node.handlers)
        node.body = self.visit_all(node.body)
        self.is_guarded = outer
        for handler in node.handlers:
            handler.body = self.visit_all(handler.body)
        node.orelse = self.visit_all(node.orelse)
        node.finalbody = self.visit_all(node.finalbody)
        return node

    def visit_FunctionDef(self, node):
        outer, self.is_guarded = self.is_guarded, False
        self.generic_visit(node)
        self.is_guarded = outer
        return node

    def visit_all(self, statements):
        visited = [self.visit(statement) for statement in statements]
        return [statement for one in visited for statement in (one if isinstance(one, list) else [one])]

    def visit_Assert(self, node):
        number = ast.Constant(value=self.count)
        self.count += 1
        test = node.test
        if isinstance(test, ast.Compare):
            test = ast.Compare(left=record('left', test.left), ops=test.ops, comparators=test.comparators)
        message = node.msg or ast.Constant(value=None)
        if not isinstance(message, ast.Constant):
            nothing = ast.arguments(posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
            message = ast.Lambda(args=nothing, body=message)
        check = ast.If(
            test=test,
            body=[ast.Expr(value=record('held', number))],
            orelse=[ast.Expr(value=record('failed', number, message, ast.Constant(value=self.is_guarded)))],
        )
        begin = ast.Expr(value=record('begin', number))
        if self.is_guarded:
            return [begin, check]
        handler = ast.ExceptHandler(type=None, name=None, body=[ast.Expr(value=record('raised', number))])
        return ast.Try(body=[begin, check], handlers=[handler], orelse=[], finalbody=[])


HARMLESS = {
    'abs', 'all', 'any', 'bool', 'dict', 'divmod', 'float', 'frozenset', 'int', 'isinstance', 'len', 'list', 'max', 'min', 'pow', 'repr', 'round', 'set', 'sorted', 'str', 'sum', 'tuple', 'type',
}  # fmt: skip


class Foreseen:
    """Finds the calls a suite will make in any case, in order, with literal arguments: they go to the candidate in one message.

    Only straight-line code is followed (a module, and the body of a check function it calls once); at the first statement
    that is anything else this stops and the rest is called one by one. The candidate sees the same calls in the same order.
    """

    def __init__(self, tree, entry):
        self.tree, self.entry, self.calls, self.functions = tree, entry, [], {}
        self.is_all = self.follow(tree.body, {entry, 'candidate'})

    def follow(self, statements, names):
        for statement in statements:
            if not self.step(statement, names):
                return False
        return True

    def step(self, statement, names):
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            return not any((alias.asname or alias.name) in names or alias.name == '*' for alias in statement.names)
        if isinstance(statement, ast.Pass):
            return True
        if isinstance(statement, ast.FunctionDef):
            self.functions[statement.name] = statement
            return statement.name not in names and not statement.decorator_list
        if isinstance(statement, ast.Assign):
            inner = list(ast.walk(statement))
            return not any(isinstance(node, (ast.Call, ast.Subscript, ast.Attribute)) or (isinstance(node, ast.Name) and node.id in names) for node in inner)
        if isinstance(statement, ast.Assert):
            return self.take(statement, names)
        if isinstance(statement, ast.Expr):
            return isinstance(statement.value, ast.Constant) or self.enter(statement.value, names)
        return False

    def enter(self, call, names):
        """Follows `check(entry)` into the function, when that is the only place it is used."""
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and not call.keywords and len(call.args) == 1):
            return False
        function = self.functions.get(call.func.id)
        if function is None or not (isinstance(call.args[0], ast.Name) and call.args[0].id in names):
            return False
        used = sum(isinstance(node, ast.Name) and node.id == call.func.id for node in ast.walk(self.tree))
        parameters = function.args
        plain = len(parameters.args) == 1 and not (parameters.vararg or parameters.kwonlyargs or parameters.kwarg or getattr(parameters, 'posonlyargs', None))
        if used != 1 or not plain:
            return False
        return self.follow(function.body, {parameters.args[0].arg, *names})

    def take(self, statement, names):
        found = []
        if not self.scan(statement.test, names, found):
            return False
        for call, arguments in found:
            call.func = ast.Attribute(value=name('__record__'), attr='answer', ctx=ast.Load())
            call.args, call.keywords = [ast.Constant(value=len(self.calls))], []
            self.calls.append(arguments)
        return statement.msg is None or isinstance(statement.msg, ast.Constant) or not self.mentions(statement.msg, names)

    def mentions(self, node, names):
        return any(isinstance(inner, ast.Name) and inner.id in names for inner in ast.walk(node))

    def scan(self, node, names, found):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in names:
                arguments = literal(node)
                if arguments is not None:
                    found.append((node, arguments))
                return arguments is not None
            if node.func.id not in HARMLESS:
                return False
        if isinstance(node, ast.Name):
            return node.id not in names
        if isinstance(node, (ast.IfExp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Await, ast.Yield)):
            return not self.mentions(node, names)
        late = node.values[1:] if isinstance(node, ast.BoolOp) else node.comparators[1:] if isinstance(node, ast.Compare) else []
        if any(self.mentions(part, names) for part in late):  # evaluated only if what stands before it gives cause
            return False
        return all(self.scan(child, names, found) for child in ast.iter_child_nodes(node))


def literal(call):
    try:
        keywords = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
        return None if None in keywords else ([ast.literal_eval(argument) for argument in call.args], keywords)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def take_cases(tree):
    """Takes a final `check_cases(agrees, '<JSON>')` off a suite: the name of its function and its table; (None, []) without one."""
    call = tree.body[-1].value if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == 'check_cases'):
        return None, []
    judge, table = call.args
    del tree.body[-1]
    return judge.id, [decode(case, None) for case in json.loads(table.value)]


class Suite:
    """A test source, compiled once: instrumented code, its cases, number of assertions, the calls known beforehand."""

    def __init__(self, prelude, tests, entry):
        self.tests, self.entry, self.nodes = tests, entry, None
        self.prelude = compile(prelude, '<prelude>', 'exec', dont_inherit=True)
        tree = ast.parse(tests)
        self.judge, self.cases = take_cases(tree)
        foreseen = Foreseen(tree, entry)
        try:
            marshal.dumps(foreseen.calls, 2)
        except ValueError:  # an Ellipsis subclass or the like cannot be; but never fail here
            tree, foreseen = ast.parse(tests), None
            take_cases(tree)
        self.calls, self.is_all = (foreseen.calls, foreseen.is_all) if foreseen else ([], False)
        self.case_calls = len(self.calls) if self.is_all and all(is_plain(case[0]) for case in self.cases) else None
        if self.case_calls is not None:
            self.calls += [(case[0], None) for case in self.cases]
        self.is_all = self.is_all and (self.case_calls is not None or not self.cases)
        instrument = Instrument()
        tree = ast.fix_missing_locations(instrument.visit(tree))
        self.first_case, self.code = instrument.count, compile(tree, '<tests>', 'exec', dont_inherit=True)
        self.count = self.first_case + len(self.cases)

    def source(self, number):
        """The text of an assertion; parsed again, since only failures need it."""
        if number >= self.first_case:
            arguments, expected = self.cases[number - self.first_case][:2]
            return bounded(f'{self.entry}({", ".join(map(shown, arguments))}) should give {shown(expected)}')
        if self.nodes is None:
            self.nodes = Asserts(ast.parse(self.tests)).found
        node = self.nodes[number]
        text = ast.unparse(node) if hasattr(ast, 'unparse') else ast.get_source_segment(self.tests, node) or ''
        return bounded(text)


class Asserts(ast.NodeVisitor):
    """Assertions in the order in which Instrument numbers them."""

    def __init__(self, tree):
        self.found = []
        self.visit(tree)

    def visit_Assert(self, node):
        self.found.append(node)
