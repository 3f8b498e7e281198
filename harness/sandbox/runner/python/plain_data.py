from .ground import BIG, GENERATOR_ITEMS, LONG, TEXT, builtins, collections, json, marshal, re, sys

# ── Plain data ──────────────────────────────────────────────────────────────────────────────────────────────────────
# Values travel as JSON with type tags; the decoder builds builtin values only. A subclass of a builtin type travels as
# the base type's real value. A function is lent: the other side gets a number it may call back. Anything else arrives
# as an Opaque. Calls whose arguments are all plain go to the candidate as marshal (its data comes from the tester, which
# is trusted; the other direction is always JSON).

PLAIN = {int, float, str, bool, type(None)}
VIEWS = {type({}.keys()): 'keys', type({}.values()): 'values', type({}.items()): 'items'}


MOMENTS = ('datetime', 'date', 'time')


def of_module(module, name):
    """A type of a module that few programs use: the forker does not have it, and where it was not imported no value is of it."""
    return getattr(sys.modules.get(module), name, None)


def encode(value, lend):
    """The JSON form of a value; `lend(function)` gives the number under which a function is lent."""
    kind = type(value)
    if kind in PLAIN:
        return value if kind is not int or -BIG < value < BIG else ['n', hex(value)]
    if kind is list:
        return ['l', *[encode(item, lend) for item in value]]
    if kind is tuple:
        return ['t', *[encode(item, lend) for item in value]]
    if isinstance(value, dict):
        return ['d', *[[encode(key, lend), encode(item, lend)] for key, item in dict.items(value)]]
    if kind is Digest:
        return ['#', value.sum, value.beginning]
    for base, tag in ((int, ''), (float, ''), (str, ''), (list, 'l'), (tuple, 't'), (set, 's'), (frozenset, 'f'), (collections.deque, 'q')):
        if isinstance(value, base):
            if tag:
                return [tag, *[encode(item, lend) for item in base.__iter__(value)]]
            if base is str:
                return str.__str__(value)
            return encode(base.__add__(value, base(0)), lend)
    if isinstance(value, (bytes, bytearray)):
        import binascii

        return ['b' if isinstance(value, bytes) else 'B', binascii.b2a_base64(value, newline=False).decode()]
    if isinstance(value, complex):
        return ['c', value.real, value.imag]
    if kind is range:
        return ['r', *[encode(part, lend) for part in (value.start, value.stop, value.step)]]
    if kind is of_module('decimal', 'Decimal'):
        return ['D', str(value)]
    if kind is of_module('fractions', 'Fraction'):
        return ['F', hex(value.numerator), hex(value.denominator)]
    if kind in [of_module('datetime', name) for name in MOMENTS] and getattr(value, 'tzinfo', None) is None:
        return ['T', kind.__name__, value.isoformat()]
    if kind is of_module('datetime', 'timedelta'):
        return ['T', 'timedelta', value.days, value.seconds, value.microseconds]
    if kind in VIEWS:
        return ['v', VIEWS[kind], *[encode(item, lend) for item in value]]
    if hasattr(kind, '__next__'):
        return encode_iterator(value, lend)
    if callable(value):
        return ['call', lend(value), kind.__name__]
    if kind is re.Match:
        return ['o', 'Match', True]
    return ['o', kind.__name__]


def encode_iterator(value, lend):
    """An iterator travels as its first items and how it went on: ended, raised, or longer than is looked at."""
    items = []
    try:
        for item in value:
            if len(items) == GENERATOR_ITEMS:
                return ['i', items, ['cut']]
            items.append(encode(item, lend))
    except Exception as error:
        return ['i', items, describe(error, lend)]
    return ['i', items, None]


def describe(error, lend):
    """An exception as data: its name, the nearest builtin type, its text, its arguments."""
    name = type(error).__name__
    base = next((kind.__name__ for kind in type(error).__mro__ if getattr(builtins, kind.__name__, None) is kind), 'Exception')
    try:
        text = f'{error.msg} (line {error.lineno})' if isinstance(error, SyntaxError) else str(error)
    except BaseException:
        text = ''
    try:
        arguments = encode(list(error.args), lend)
        if len(json.dumps(arguments)) > 4000:
            arguments = None
    except BaseException:
        arguments = None
    return ['raised', name, base, text[:2000], arguments]


def is_plain(value):
    """Whether marshal carries a value as it is: it would make bytes of a bytearray, and refuses most else."""
    kind = type(value)
    if kind in PLAIN or kind is bytes:
        return True
    if kind is dict:
        return all(is_plain(key) and is_plain(item) for key, item in value.items())
    return kind in (list, tuple, set, frozenset) and all(map(is_plain, value))


class Opaque:
    """A value with no plain form: equal to nothing, itself included, and neither true nor false."""

    def __init__(self, name, is_match=False):
        self._name, self._is_match = name, is_match

    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    __hash__ = object.__hash__

    def __bool__(self):
        if self._is_match:  # tests ask whether there is one; a program that lies here could as well answer True
            return True
        raise TypeError(f'a {self._name} object has no plain value')

    def __repr__(self):
        return f'<{self._name} object>'


class Borrowed(Opaque):
    """A function of the other side: calling it calls it there."""

    def __init__(self, name, call):
        super().__init__(name)
        self._call = call

    def __call__(self, *arguments, **keywords):
        return self._call(arguments, keywords)


def to_exception(description, borrow):
    """The exception that `describe` described; of the nearest builtin type."""
    _, name, base, text, arguments = description
    kind = getattr(builtins, str(base), Exception)
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        kind = Exception
    try:
        error = kind(*decode(arguments, borrow)) if arguments is not None else kind(str(text))
    except Exception:
        error = RuntimeError(str(text))
    error.shown = f'{name}: {text}' if text else str(name)
    return error


def iterate(items, end, borrow):
    yield from items
    if end and end[0] == 'cut':
        raise RuntimeError(f'only the first {GENERATOR_ITEMS} items of a generator are looked at')
    if end:
        raise to_exception(end, borrow)


def decode(value, borrow):
    """Rebuilds a value; `borrow(number, arguments, keywords)` calls a function of the other side."""
    if type(value) is not list:
        return value
    tag = value[0]
    if tag == 'd':
        return {decode(key, borrow): decode(item, borrow) for key, item in value[1:]}
    if tag in SEQUENCES:
        return SEQUENCES[tag]([decode(item, borrow) for item in value[1:]])
    if tag == 'n':
        return int(value[1], 16)
    if tag == 'b' or tag == 'B':
        import binascii

        data = binascii.a2b_base64(value[1])
        return data if tag == 'b' else bytearray(data)
    if tag == 'c':
        return complex(value[1], value[2])
    if tag == 'D':
        import decimal

        return decimal.Decimal(value[1])
    if tag == 'F':
        import fractions

        return fractions.Fraction(int(value[1], 16), int(value[2], 16))
    if tag == 'T':
        import datetime

        if value[1] == 'timedelta':
            return datetime.timedelta(*map(int, value[2:5]))
        return getattr(datetime, MOMENTS[MOMENTS.index(value[1])]).fromisoformat(value[2])
    if tag == 'v':
        items = [decode(item, borrow) for item in value[2:]]
        return dict.fromkeys(items).keys() if value[1] == 'keys' else dict(enumerate(items)).values() if value[1] == 'values' else dict(items).items()
    if tag == 'i':
        return iterate([decode(item, borrow) for item in value[1]], value[2], borrow)
    if tag == '#':
        return Digest(str(value[1]), str(value[2])[:TEXT])
    if tag == 'call':
        number = int(value[1])
        return Borrowed(str(value[2]), lambda arguments, keywords: borrow(number, arguments, keywords))
    return Opaque(str(value[1])[:80], len(value) > 2)


class Digest(Opaque):
    """Stands for a long value: equal to the digest of an equal value and to nothing else."""

    def __init__(self, sum, beginning):
        self.sum, self.beginning = sum, beginning

    def __eq__(self, other):
        return type(other) is Digest and other.sum == self.sum

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __bool__(self):
        return True

    def __repr__(self):
        return self.beginning


def digest(value):
    """The encoded Digest of a value, or None when it is not long."""
    if not is_plain(value):
        return None
    try:
        if len(marshal.dumps(value, 2)) < LONG // 16:  # no normal form is that many times as long
            return None
        normal = marshal.dumps(normalised(value), 2)
    except ValueError:
        return None  # nested too deeply
    if len(normal) <= LONG:
        return None
    import hashlib  # here: rarely needed, and much to have in every candidate
    size = len(value) if hasattr(value, '__len__') else value.bit_length()
    beginning = repr(value[:20])[:100] if isinstance(value, (str, list, tuple)) else type(value).__name__
    return ['#', hashlib.sha256(normal).hexdigest(), f'{beginning}… ({size} {"items" if hasattr(value, "__len__") else "bits"})']


def normalised(value):
    """The same for equal plain values: 1, 1.0 and True are one, a set has one order. Numbers in a row become doubles."""
    kind = type(value)
    if kind in (list, tuple):
        kinds = set(map(type, value))
        if kinds <= {str}:
            return value
        if kinds <= {int, float, bool}:
            if all(map(float(1 << 53).__gt__, map(abs, value))):
                import array

                return kind([array.array('d', value).tobytes()])
            return kind([('n', *map(normalised, value))])
        return kind(map(normalised, value))
    if kind is float and value.is_integer() or kind is bool:
        return int(value)
    if kind is dict:
        return ('d', *sorted([marshal.dumps((normalised(key), normalised(item)), 2) for key, item in value.items()]))
    if kind in (set, frozenset):
        return ('s', *sorted([marshal.dumps(normalised(item), 2) for item in value]))
    return value


SEQUENCES = {'l': list, 't': tuple, 's': set, 'f': frozenset, 'q': collections.deque, 'r': lambda parts: range(*parts)}


def put_back(old, new):
    """Gives a mutable argument the contents it has after the call, keeping the identity of what it holds where it can."""
    if type(old) is list and type(new) is list:
        kept = [keep(old[i], item) if i < len(old) else item for i, item in enumerate(new)]
        old[:] = kept
    elif type(old) is dict and type(new) is dict:
        kept = {key: keep(old[key], item) if key in old else item for key, item in new.items()}
        old.clear()
        old.update(kept)
    elif type(old) is set and type(new) is set:
        old.clear()
        old.update(new)
    elif type(old) is bytearray and type(new) is bytearray:
        old[:] = new
    elif type(old) is collections.deque and type(new) is collections.deque:
        old.clear()
        old.extend(new)


def keep(old, new):
    if type(old) is type(new) and type(old) in (list, dict, set, bytearray):
        put_back(old, new)
        return old
    return new


def json_encoder():
    """json.dumps for trees, which `encode` makes; the encoder is built once and not for every message."""
    try:
        chunks = json.encoder.c_make_encoder(None, None, json.encoder.encode_basestring_ascii, None, ': ', ', ', False, False, True)
        if ''.join(chunks(['value', [1, None]], 0)) == '["value", [1, null]]':
            return lambda value: ''.join(chunks(value, 0)).encode()
    except (AttributeError, TypeError):
        pass
    return lambda value: json.dumps(value).encode()


to_json, scan_json = json_encoder(), json.JSONDecoder().scan_once


def from_json(data):
    """json.loads of bytes, without looking for other encodings than UTF-8; a ValueError when that is not what it is."""
    text = data.decode('utf-8', 'surrogatepass')
    try:
        value, end = scan_json(text, 0)
    except StopIteration:
        raise ValueError('not JSON') from None
    if end != len(text):
        raise ValueError('more than JSON')
    return value
