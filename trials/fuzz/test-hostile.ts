import type { Dice } from '#kit/text/random.ts'
import type { JsonSchema } from '#server/reference/wire-schema.ts'

const hostile: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\t\r\n',
    '0',
    '-1',
    '+1',
    '1.',
    '.5',
    '1e30',
    '0x10',
    '1,5',
    '٣',
    '1'.repeat(40),
    '9'.repeat(400),
    '0.000000001',
  ],
  ...['null', 'undefined', 'NaN', 'true', '[]', '{}', '[object Object]', '__proto__', 'constructor', 'toString'],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE wallet; --',
    '$1',
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    '/etc/passwd',
    'file:///etc/passwd',
  ],
  ...[
    '<script>alert(1)</script>',
    '{{7*7}}',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202eabc',
    '😀'.repeat(60),
    'ﷺ',
  ],
  ...[
    '2026-13-45',
    '2026-02-30',
    '9999-12-31T23:59:59.999Z',
    'A'.repeat(43),
    'B'.repeat(87),
    'v1.a.b.c',
    'USDT',
    'usdt',
    'ATM',
    'bsc',
  ],
  ...[`0x${'0'.repeat(40)}`, `T${'a'.repeat(33)}`, '011234567K', 'o1l2 34567-k'],
  ...[0, -0, -1, 1, 1.5, 1e300, 2 ** 53, -(2 ** 53), true, false, null],
  ...[
    [],
    {},
    [[]],
    [null],
    [1, 2, 3],
    { a: 1 },
    { length: 1e9 },
    { toString: 1 },
    { __proto__: { a: 1 } },
    [{ deep: [{ deeper: {} }] }],
  ],
]

const anyText = (dice: Dice): string =>
  String.fromCharCode(...Array.from({ length: dice.below(40) }, () => dice.below(dice.chance(0.7) ? 128 : 65_536)))

function deep(dice: Dice): unknown {
  let value: unknown = 'x'
  for (let levels = 2 ** dice.below(13); levels > 0; levels -= 1) value = levels % 2 ? [value] : { a: value }
  return value
}

export function plausible(
  { enum: words, type, pattern = '', minimum = 0, properties, items, anyOf, format }: JsonSchema,
  dice: Dice,
): unknown {
  if (words) return dice.pick(words)
  if (anyOf) return plausible(dice.pick(anyOf), dice)
  if (type === 'integer' || type === 'number') return minimum + dice.below(dice.chance(0.8) ? 12 : 1_000_000)
  if (type === 'boolean') return dice.chance(0.5)
  if (type === 'array') return Array.from({ length: dice.below(3) }, () => plausible(items ?? {}, dice))
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, plausible(each, dice)]))
  if (type === 'object') return { worst: 'quiz.dual.worst.a' }
  if (format === 'date-time') return '2026-11-22T12:00:00.000Z'
  if (/d\{6\}/.test(pattern)) return String(100_000 + dice.below(900_000))
  if (/43/.test(pattern)) return 'A'.repeat(43)
  if (/86/.test(pattern)) return `B${'A'.repeat(86)}`
  if (/0-9a-f/.test(pattern)) return 'ab'.repeat(32)
  if (/d\{1,12\}/.test(pattern)) return `${1 + dice.below(200)}.${dice.below(100)}`
  if (/20/.test(pattern)) return '2026-11'
  return dice.pick(['mine', 'Ana', '011234567K', 'Example7pass', '', '7', '2026-11-22'])
}

export function someValue(schema: JsonSchema, dice: Dice): unknown {
  const kind = dice.below(20)
  if (kind < 9) return plausible(schema, dice)
  if (kind < 17) return dice.pick(hostile)
  if (kind < 19) return anyText(dice)
  return deep(dice)
}
