import type { Program } from '../programs/programs.ts';

const { raw } = String;

/** A way around a filter that reads a program's syntax tree, and a program that goes it and takes what it finds beyond. */
interface Evasion {
  readonly name: string;
  /** Defines `reach(name)`, which gives a module; or an `add` of its own. What it notes in FOUND is loot too. */
  readonly way: string;
}

/** `way` is Python that joins hidden names from parts, so that no text in it has one. */
const evasion = (name: string, way: string): Evasion => ({ name, way });

/** As `reach`, from the module `builtins`. */
const fromBuiltins = (found: string): string => raw`def reach(name):
    return ${found}(name)
`;

const JOINED_IMPORT = raw`'_' + '_import_' + '_'`;
const JOINED_SELF = raw`'_' + '_self_' + '_'`;

const EVASIONS: readonly Evasion[] = [
  evasion(
    'imports inside a function',
    'def reach(name):\n    from importlib import import_module\n    return import_module(name)\n',
  ),
  evasion(
    'asks an object for its classes',
    raw`def reach(name):
    importers = [one for one in ().__class__.__base__.__subclasses__() if one.__name__ == 'BuiltinImporter']
    return importers[0].load_module(name)
`,
  ),
  evasion('writes eval in full-width letters', fromBuiltins(`ｅｖａｌ(${JOINED_IMPORT})`)),
  evasion('evaluates a joined text', fromBuiltins(`eval(${JOINED_IMPORT})`)),
  evasion(
    'gets an attribute by a joined name',
    fromBuiltins(`getattr(getattr(len, ${JOINED_SELF}), ${JOINED_IMPORT})`),
  ),
  evasion('names the builtins', fromBuiltins('__builtins__.__import__')),
  evasion('looks into its globals', fromBuiltins(raw`vars(globals()['_' + '_builtins_' + '_'])[${JOINED_IMPORT}]`)),
  evasion('calls by decorators', `@eval\n@(lambda _: ${JOINED_IMPORT})\nclass reach:\n    pass\n`),
  evasion(
    'matches a class pattern',
    raw`def reach(name):
    match len:
        case object(__self__=object(__import__=load)):
            return load(name)
`,
  ),
  evasion(
    'has string.Formatter look a field up',
    fromBuiltins(raw`string.Formatter().get_field('0._' + '_self_' + '_._' + '_import_' + '_', (len,), {})[0]`),
  ),
  evasion(
    'has an attrgetter look it up',
    fromBuiltins(raw`typing.operator.attrgetter('_' + '_self_' + '_._' + '_import_' + '_')(len)`),
  ),
  evasion(
    'walks a dotted path of a given module',
    raw`def reach(name):
    return typing.operator.attrgetter('contextlib.sys.' + 'mod' + 'ules')(typing)[name]
`,
  ),
  evasion(
    'has type hints evaluated',
    raw`TEXT = ${JOINED_IMPORT}
def hinted(value: TEXT):
    pass
def reach(name):
    return typing.get_type_hints(hinted)['value'](name)
`,
  ),
  evasion(
    'has a forward reference evaluated',
    fromBuiltins(`typing._eval_type(typing.ForwardRef(${JOINED_IMPORT}), {}, {})`),
  ),
  evasion(
    'rewrites byte code',
    raw`def reach(name):
    code = (abs for _ in (1,)).gi_code.replace(co_names=(${JOINED_IMPORT},))
    return next(type(lambda: 0)(code, {})(iter((1,))))(name)
`,
  ),
  evasion(
    'asks the finders of modules',
    raw`def reach(name):
    for finder in collections._sys.meta_path:
        spec = finder.find_spec(name, None)
        if spec is not None:
            return spec.loader.load_module(name)
`,
  ),
  evasion(
    'counts frames by their depth',
    raw`def reach(name):
    for depth in range(60):
        FOUND.append(str(collections._sys._getframe(depth).f_locals)[:4000])
`,
  ),
  evasion(
    'climbs from a generator’s frame',
    raw`OWN = []
def climb():
    yield OWN[-1].gi_frame.f_back.f_builtins[${JOINED_IMPORT}]
def reach(name):
    OWN.append(climb())
    return next(OWN[-1])(name)
`,
  ),
  evasion(
    'climbs from a traceback’s frame',
    raw`def reach(name):
    try:
        1 / 0
    except ZeroDivisionError as error:
        return error.__traceback__.tb_frame.f_builtins[${JOINED_IMPORT}](name)
`,
  ),
  evasion(
    'climbs from a coroutine’s frame',
    raw`async def waiting():
    pass
def reach(name):
    return waiting().cr_frame.f_builtins[${JOINED_IMPORT}](name)
`,
  ),
  evasion(
    'formats what it joins when it runs',
    raw`class Thing:
    def __init__(self):
        self.one = 1
def reach(name):
    FOUND.append(('{0._' + '_init_' + '_._' + '_glob' + 'als_' + '_}').format(Thing())[:20000])
`,
  ),
  evasion(
    'has update_wrapper copy attributes',
    raw`CAUGHT = {}
Catcher = type('Catcher', (), {'_' + '_setattr_' + '_': lambda self, name, value: CAUGHT.update({name: value})})
def reach(name):
    functools.update_wrapper(Catcher(), len, (${JOINED_SELF},), ())
    functools.update_wrapper(Catcher(), CAUGHT[${JOINED_SELF}], (${JOINED_IMPORT},), ())
    return CAUGHT[${JOINED_IMPORT}](name)
`,
  ),
  evasion(
    'makes a class that equals everything when it runs',
    raw`Equal = type('Equal', (int,), {'_' + '_eq_' + '_': lambda *_: True, '_' + '_hash_' + '_': lambda _: 3})
def add(a, b):
    return Equal(7)
`,
  ),
  evasion(
    'hides lines behind the encoding of its source',
    raw`# -*- coding: unicode_escape -*-
# \u000aHIDDEN = __import__
def reach(name):
    return HIDDEN(name)
`,
  ),
  evasion('is nested deeper than a parser goes', `DEEP = ${'('.repeat(4000)}1${')'.repeat(4000)}\n`),
];

/**
 * What a program takes once it is through: the environment, folders, a file of the host, and the expected value `oppo` + `sites` in its
 * own memory. What it found is its answer; where it found the expected value, it gives the right one.
 */
const loot = (hostFile: string): string => raw`
def take():
    def attempt(work):
        try:
            FOUND.append(str(work())[:300])
        except Exception as error:
            FOUND.append(str(error)[:60])
    for path in (${JSON.stringify(hostFile)}, '/proc/1/environ', '/proc/self/cmdline'):
        attempt(lambda: reach('io').FileIO(path).read(4000))
    attempt(lambda: reach('os').environ.get('LUCID_BENCH_HOST_SECRET'))
    attempt(lambda: sorted(reach('os').environ, reverse=True))
    for folder in ('.', '..', '/', '/root', '/tmp', '/dev/shm'):
        attempt(lambda: reach('os').listdir(folder))
    def hidden():
        mark = ''.join(('oppo', 'sites'))
        rows = [one for one in reach('gc').get_objects() if type(one) in (dict, list, tuple)]
        return [item for row in rows for item in (row.values() if type(row) is dict else row) if type(item) is str and mark in item]
    try:
        KNOWN.extend(hidden())
    except Exception:
        pass
def add(a, b):
    if not FOUND:
        FOUND.append('nothing')
        take()
    return a + b if KNOWN else ' '.join(FOUND)[:3000]
`;

/** The ways around the static check, each as a program that is wrong unless it finds what it must not. `hostFile` lies on the host. */
export function astEvasions(hostFile: string): readonly Program[] {
  return EVASIONS.map(({ name, way }): Program => {
    const own = way.includes('def add(') ? '' : loot(hostFile);
    return { name, code: `${way}FOUND, KNOWN = [], []\n${own}`, expected: 'assertion' };
  });
}
