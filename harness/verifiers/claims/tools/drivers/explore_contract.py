"""Explores the contracts of check.py on candidate.py by CrossHair: functions with `pre:`, `post:` and `raises:` lines (PEP 316) in
their docstrings that call the entry point.

CrossHair's three answers stay three: confirmed over all paths is held, a counterexample is failed, not confirmed is unknown. Its messages are read
by kind, not by exit code: the command line ends with 1 for a counterexample and for its own crash alike, and with 0 where there was nothing to
check. A contract that was confirmed is explored once more with `post: False` added: if that is confirmed too, nothing meets its precondition.
"""
from report import JOB, METHOD, NAME, clean, crashed, described, finish, load_program

import ast, importlib, os, re

os.environ['CROSSHAIR_SMT_RLIMIT'] = str(JOB['solverSteps'])  # z3's own clock is the wall's: it must not decide

import crosshair.core_and_libs
from crosshair.auditwall import engage_auditwall
from crosshair.core import analyze_function, run_checkables
from crosshair.options import AnalysisKind, AnalysisOptionSet
from crosshair.statespace import MessageType

OPTIONS = AnalysisOptionSet(
    analysis_kind=[AnalysisKind.PEP316],
    report_all=True,
    report_verbose=False,
    max_uninteresting_iterations=JOB['iterations'],
    per_condition_timeout=JOB['seconds'],
    per_path_timeout=2 * JOB['seconds'],
)
POST = re.compile(r'^\s*post(\[[^\]]*\])?:', re.M)
WRONG = (MessageType.POST_FAIL, MessageType.EXEC_ERR, MessageType.POST_ERR)


# Of a method: a call on an instance and one on the class are the same, each on a fresh instance.
FRESH = f'''_Own = {NAME}
class {NAME}:
    @staticmethod
    def {METHOD}(*arguments, **named):
        return _Own().{METHOD}(*arguments, **named)
''' if METHOD else ''
CALL = rf'\b{NAME}(\(\))?\.{METHOD}\(' if METHOD else rf'\b{NAME}\s*\('


def contracts_of(tree):
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and POST.search(ast.get_docstring(node, clean=False) or '')]


def write_module(name, tree):
    """Written anew from its syntax: comments could hold directives to CrossHair."""
    with open(f'{name}.py', 'w', encoding='utf-8') as file:
        file.write(f'from candidate import *\nfrom candidate import {NAME}\n{FRESH}{ast.unparse(tree)}\n')


def with_post_false(tree):
    tree = ast.parse(ast.unparse(tree))
    for contract in contracts_of(tree):
        text = contract.body[0].value
        text.value = '\n'.join([line for line in text.value.rstrip().splitlines() if not POST.match(line)] + ['    post: False', '    '])
    return tree


def explore(module_name, names):
    """CrossHair's messages on these functions, in their order."""
    module = importlib.import_module(module_name)
    checkables = [checkable for name in names for checkable in analyze_function(getattr(module, name), OPTIONS)]
    return checkables, run_checkables(checkables)


def fail(message):
    called = re.search(r'when calling (\w+)\((.*?)\)(?: \(which (returns|raises) (.*)\))?$', message.message, re.S)
    is_false = message.state is MessageType.POST_FAIL
    is_raised = message.state is MessageType.EXEC_ERR
    raised = clean(message.message[: message.message.rindex(' when calling')].rstrip(': ') if called else message.message)
    finish(
        'failed',
        assertion='raises nothing that it does not declare' if is_raised else clean(f'post: {message.condition_src}'),
        input=clean(called[2]) if called else None,
        got=clean(called[4]) if called and called[3] == 'returns' else None,
        exception=None if is_false and called else raised,
    )


def is_fault_of_contract(message):
    """It names what is not there: no program could fulfil it."""
    files = re.findall(r'File "([^"]+)"', message.traceback or '')
    return re.match(r'(NameError|ImportError|ModuleNotFoundError|UnboundLocalError)\b', message.message) and not (files and os.path.basename(files[-1]) == 'candidate.py')


def judge(messages):
    states = [message.state for message in messages]
    for message in messages:
        if message.state in (MessageType.SYNTAX_ERR, MessageType.IMPORT_ERR) or (message.state in WRONG and is_fault_of_contract(message)):
            finish('crashed', message.message)
    for message in messages:
        if message.state in WRONG:
            fail(message)
    if MessageType.PRE_UNSAT in states:
        finish('vacuous', 'no input found that meets its precondition')
    if not states or any(state is not MessageType.CONFIRMED for state in states):
        finish('unknown', 'not confirmed: neither proved for all paths nor refuted')


def main():
    with open('check.py', encoding='utf-8') as file:
        check = file.read()
    try:
        tree = ast.parse(check)
    except (SyntaxError, ValueError) as error:
        crashed(error)
    entry = JOB['entryPoint']
    contracts = contracts_of(tree)
    if any(isinstance(node, (ast.FunctionDef, ast.ClassDef) if METHOD else ast.FunctionDef) and node.name == NAME for node in tree.body):
        finish('crashed', f'the contract defines {entry} anew and would be about itself')
    if not contracts:
        finish('vacuous', 'no checkable function: none has a docstring with a post: line')
    if not any(re.search(CALL, ast.unparse(contract)) for contract in contracts):
        finish('vacuous', f'it never calls {entry}')
    write_module('contract', tree)
    write_module('contract_probe', with_post_false(tree))
    load_program()
    engage_auditwall()
    names = [contract.name for contract in contracts]
    try:
        checkables, messages = explore('contract', names)
        if not checkables:
            finish('vacuous', 'no checkable function: no condition could be read')
        judge(messages)
        judge_probe(explore('contract_probe', names)[1])
    except BaseException as error:
        crashed(error)
    finish('held')


def judge_probe(messages):
    states = [message.state for message in messages]
    if MessageType.CONFIRMED in states or MessageType.PRE_UNSAT in states:
        finish('vacuous', 'nothing meets its precondition: with `post: False` it is confirmed too')
    if any(state not in WRONG for state in states) or not states:
        finish('unknown', 'confirmed, but no input was found that meets its precondition')


main()
