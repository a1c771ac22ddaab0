import type { Random } from '../random';

/** Values that have broken parsers, databases and regular expressions before. */
const ATOMS: readonly string[] = [
  ...['', ' ', '\t', '\r\n', '\0', '\u00a0', '\ufeff', '\u202e', '\ud83d\ude00', '\u0661', 'é', 'ß', 'İ', '好'],
  ...['0', '-0', '-1', '1', '00', '01', '+1', '1.5', '.5', '1.', '1e3', '1e999', '0x10', '1_000', 'NaN', 'Infinity', '-Infinity'],
  ...['2147483647', '2147483648', '4294967296', '9007199254740993', '9223372036854775808', '9'.repeat(78), '9'.repeat(400)],
  ...['null', 'undefined', 'true', 'false', '[]', '{}', '[object Object]', '__proto__', 'constructor', 'toString', 'length'],
  ...["'", "''", '"', '`', '\\', '%', '%%', '_', '*', '?', '#', '&', '=', ';', '--', '/*', '$1', '${1}', '$where', '|', '<', '>'],
  ...[
    "' or 1=1 --",
    "'; select pg_sleep(9) --",
    '<script>',
    '../../etc/passwd',
    '..%2f',
    '%00',
    '%ff',
    '%zz',
    '\\u0000',
    '{{7*7}}',
  ],
  ...['MA==', 'LTE=', 'LTE', 'MTAwMDAwMDAwMDAwMDAw', 'MTAwMDAw', '====', 'OTk5OTk5OTk5OTk5OTk5'],
  ...[
    'a',
    'the',
    'election',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
    '(a+)+$',
    '.*.*.*=',
    '0x',
    `0x${'0'.repeat(40)}`,
    `0x${'f'.repeat(64)}`,
  ],
];
const LONG_MAX = 9_000;

/** A text of the grammar: an atom, a repeated atom, or several in a row. */
export function hostileText(random: Random): string {
  const atom = random.pick(ATOMS);
  if (random.chance(0.75)) return atom;
  if (random.chance(0.5)) return atom.repeat(Math.min(1 + random.below(2_000), Math.ceil(LONG_MAX / (atom.length + 1))));
  return atom + random.pick(ATOMS) + random.pick(ATOMS);
}

/** Any JSON value, valid in no document. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 6 : 9);
  if (kind < 3) return hostileText(random);
  if (kind === 3) return random.pick([0, -1, 1.5, 1e21, -1e308, 2 ** 53, 1e-7, 2_147_483_648]);
  if (kind === 4) return random.pick([null, true, false]);
  if (kind === 5) return random.pick([[], {}, [[]], [null], { constructor: 1 }, JSON.parse('{"__proto__":{"a":1}}')]);
  if (kind === 6) return Array.from({ length: random.below(30) }, () => hostileValue(random, depth + 1));
  if (kind === 7)
    return Object.fromEntries(
      Array.from({ length: random.below(9) }, () => [hostileText(random), hostileValue(random, depth + 1)]),
    );
  return JSON.parse('['.repeat(1 + random.below(60)).replace(/^(\[+)$/, (open) => open + ']'.repeat(open.length)));
}

/** A body that is malformed or nearly malformed JSON. */
export function hostileBody(random: Random): string {
  const text = JSON.stringify(hostileValue(random)) ?? '';
  if (random.chance(0.4)) return text.slice(0, random.below(text.length + 1));
  if (random.chance(0.3)) return '['.repeat(random.below(40_000));
  return random.chance(0.3) ? `[${'[],'.repeat(random.below(9_000))}[]]` : hostileText(random);
}

/** Replaces one value anywhere in a JSON value. */
export function spoilt(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.85)) {
    const at = random.below(value.length);
    return value.map((each: unknown, index) => (index === at ? spoilt(each, random) : each));
  }
  if (typeof value === 'object' && value !== null && random.chance(0.9)) {
    const names = Object.keys(value);
    if (names.length === 0) return hostileValue(random);
    const name = random.chance(0.95) ? random.pick(names) : hostileText(random);
    return Object.fromEntries([...Object.entries(value), [name, spoilt(Reflect.get(value, name), random)]]);
  }
  return hostileValue(random);
}

/** Encodes a text for a URL. Sometimes adds an invalid percent-encoding. */
export function inUrl(text: string, random: Random): string {
  const encoded = encodeURIComponent(text);
  return random.chance(0.05) ? `${encoded}${random.pick(['%', '%zz', '%ff', '%c0%af', '%00', '+', '%2F..%2F'])}` : encoded;
}
