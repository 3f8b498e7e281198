"""Runs the properties of check.py on candidate.py by hypothesis: derandomised, no database, a bounded number of examples.

held, or failed with the smallest counterexample found; vacuous when no example that met the assumptions called the entry point; unknown
when the property is not deterministic; crashed when the check itself cannot run.
"""
from report import JOB, METHOD, NAME, clean, crashed, described, entry_of, finish, frames_of, is_fault_of_check, load_program, shown

import functools, os, signal

import hypothesis
from hypothesis import HealthCheck, Verbosity, errors, settings, strategies

SETTINGS = settings(
    max_examples=JOB['examples'],
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    report_multiple_bugs=False,
    print_blob=False,
    verbosity=Verbosity.quiet,
)
MOST_CALLS_SHOWN = 3
AT_FAULT = (errors.InvalidArgument, errors.ResolutionFailed, errors.InvalidDefinition)


class Calls:
    """What the entry point was asked in the example under way, and whether any example that ran to its end asked it."""

    def __init__(self, module):
        self.module, self.function = module, entry_of(module)
        self.current, self.useful = [], 0

    def counted(self):
        @functools.wraps(self.function)
        def call(*arguments, **named):
            shown_arguments = ', '.join([*map(shown, arguments), *[f'{name}={shown(value)}' for name, value in named.items()]])
            self.current.append([shown_arguments, None])
            result = self.function(*arguments, **named)
            self.current[-1][1] = result
            return result

        return call

    def watched(self, test):
        @functools.wraps(test)
        def run(*arguments, **named):
            self.current = []
            signal.setitimer(signal.ITIMER_PROF, JOB['exampleSeconds'])
            test(*arguments, **named)
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.useful += bool(self.current)

        return run


def properties(check, calls):
    """The properties of the check, made to count what they call and to run as this driver says."""
    namespace = {'__name__': 'check', '__file__': 'check.py', **{name: getattr(hypothesis, name) for name in ('given', 'assume', 'example', 'note', 'settings')}}
    namespace.update(st=strategies, strategies=strategies)
    namespace.update({name: value for name, value in vars(calls.module).items() if not name.startswith('__')})
    counted = calls.counted()
    namespace[NAME] = type(NAME, (), {METHOD: staticmethod(counted)}) if METHOD else counted
    exec(compile(check, 'check.py', 'exec', dont_inherit=True), namespace)
    found = [value for value in namespace.values() if getattr(value, 'is_hypothesis_test', False)]
    for value in found:
        value.hypothesis.inner_test = calls.watched(value.hypothesis.inner_test)
        value._hypothesis_internal_use_settings = SETTINGS
    return found


def failing_line(error, check):
    lines = check.splitlines()
    numbers = [number for name, number, _ in frames_of(error) if os.path.basename(name) == 'check.py' and 0 < number <= len(lines)]
    return clean(lines[numbers[-1] - 1].strip()) if numbers else 'the property'


def fail(error, check, calls):
    asked = calls.current[-MOST_CALLS_SHOWN:]
    example = next((note for note in getattr(error, '__notes__', []) if note.startswith('Falsifying')), None)
    is_plain = type(error) is AssertionError and not error.args  # what did not hold says it all
    finish(
        'failed',
        assertion=failing_line(error, check),
        input='; '.join(arguments for arguments, _ in asked) if asked else clean(' '.join(example.split())) if example else None,
        got=shown(asked[-1][1]) if asked and isinstance(error, AssertionError) else None,
        exception=None if is_plain else described(error),
    )


def main():
    with open('check.py', encoding='utf-8') as file:
        check = file.read()
    calls = Calls(load_program())
    signal.signal(signal.SIGPROF, lambda *_: finish('unknown', f'an example took more than {JOB["exampleSeconds"]} s of CPU'))
    try:
        found = properties(check, calls)
    except BaseException as error:
        crashed(error)
    if not found:
        finish('crashed', 'the check holds no property: nothing in it is decorated with @given')
    for test in found:
        calls.useful = 0
        try:
            test()
        except errors.Unsatisfiable:
            finish('vacuous', 'no example met its assumptions')
        except errors.Flaky:
            finish('unknown', 'the property gave two answers for one example')
        except AT_FAULT as error:
            crashed(error)
        except MemoryError:
            finish('unknown', 'out of memory')
        except BaseException as error:
            crashed(error) if is_fault_of_check(error) else fail(error, check, calls)
        if calls.useful == 0:
            finish('vacuous', f'no example that met its assumptions called {JOB["entryPoint"]}')
    finish('held')


main()
