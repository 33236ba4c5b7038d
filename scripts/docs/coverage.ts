import { appFields } from '#kit/wire/app-fields.ts'

const statuses = ['DONE', 'PARTLY', 'MISSING', 'DIFFERENT'] as const
type Row = {
  readonly point: string
  readonly status: string
  readonly item: string
  readonly where: string
  readonly note: string
}

const itemsInAll = 776

/** Items whose name implies which file must contain the word, and in which form. */
const selfSaid: readonly {
  readonly name: RegExp
  readonly home?: string
  readonly stands: (word: string) => RegExp
}[] = [
  { name: /^payload name (\S+)$/, stands: (word) => new RegExp(`[\`'"]${word}[\`'"]`) },
  { name: /^storage key (\S+)$/, home: 'kit/wire/storage-keys.ts', stands: (word) => new RegExp(`'${word}'`) },
  { name: /^route (pages\/\S+)$/, home: 'web/routes.ts', stands: (word) => new RegExp(`'/${word}': \\{`) },
  {
    name: /^(?!token )(\S+) (?:cannot be empty|format error)$/,
    home: 'locales/en.po',
    stands: (word) => new RegExp(`msgid "field.${appFields.has(word) ? 'app' : word}"`),
  },
  {
    name: /^asset code (\d+)$/,
    home: 'docs/generated/record-types.md',
    stands: (word) => new RegExp(`^\\| ${word} \\|`, 'm'),
  },
  {
    name: /^power code (\d+)$/,
    home: 'docs/generated/record-types.md',
    stands: (word) => new RegExp(`^\\| ${word} \\|.*POWER`, 'm'),
  },
]

/** Undefined if missing. */
type ReadFile = (path: string) => string | undefined

const inTicks = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

/** Missing files, or words that no named file contains. */
function falseWords({ item, where, note }: Row, readFile: ReadFile): string[] {
  const paths = inTicks(where)
  const files = paths.map((path) => [path, readFile(path)] as const)
  const missing = files.flatMap(([path, text]) =>
    text === undefined ? [`'${item}' names ${path}, which is not there`] : [],
  )
  const texts = files.map(([, text]) => text ?? '')
  const catalogue = readFile('locales/en.po') ?? ''
  const isHeld = (word: string) =>
    texts.some((text) => text.includes(word)) ||
    catalogue.includes(`msgid "${word}"`) ||
    catalogue.includes(`msgid "error.${word}"`)
  const words = inTicks(note).flatMap((word) =>
    isHeld(word) ? [] : [`'${item}' names \`${word}\`, which its files do not hold`],
  )
  const said = selfSaid.flatMap(({ name, home, stands }) => {
    const word = name.exec(item)?.[1]
    if (word === undefined || stands(word).test(home ? (readFile(home) ?? '') : texts.join('\n'))) return []
    return [`'${item}': ${home ?? paths.join(', ')} does not say ${word}`]
  })
  return [...missing, ...words, ...said]
}

function rowsOf(page: string): Row[] {
  const rows: Row[] = []
  let point = ''
  for (const line of page.split('\n')) {
    point = /^## (.*)$/.exec(line)?.[1] ?? point
    const [status = '', item = '', where = '', note = ''] = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : []
    if (point && status !== 'Status' && item)
      rows.push({ point, status: status.trim(), item, where, note: note.trim() })
  }
  return rows
}

export function coverageTable(page: string): string {
  const rows = rowsOf(page)
  const points = [...new Set(rows.map(({ point }) => point))]
  const line = (name: string, own: readonly Row[]) =>
    `| ${[name, own.length, ...statuses.map((status) => own.filter((row) => row.status === status).length)].join(' | ')} |`
  return [
    `| Point | items | ${statuses.join(' | ')} |`,
    '|---|---|---|---|---|---|',
    ...points.map((point) =>
      line(
        point,
        rows.filter((row) => row.point === point),
      ),
    ),
    line('all', rows),
    '',
  ].join('\n')
}

/** Finds missing items, unknown statuses, unexplained differences or gaps, missing files and words. */
export function coverageProblems(page: string, readFile: ReadFile): string[] {
  const rows = rowsOf(page)
  const kept = new Map<string, string | undefined>()
  const readOnce: ReadFile = (path) => {
    if (!kept.has(path)) kept.set(path, readFile(path))
    return kept.get(path)
  }
  return [
    ...(rows.length === itemsInAll ? [] : [`has ${rows.length} items, not ${itemsInAll}`]),
    ...rows.flatMap((row) => falseWords(row, readOnce)),
    ...rows.flatMap(({ status, item, where, note }) => [
      ...(statuses.some((each) => each === status) ? [] : [`'${item}' has the status '${status}'`]),
      ...(where.includes('`') ? [] : [`'${item}' names no file`]),
      ...(status === 'DIFFERENT' && !where.includes('docs/decisions/') ? [`'${item}' names no decision`] : []),
      ...(status !== 'DONE' && !note ? [`'${item}' does not say what is missing`] : []),
    ]),
  ].map((problem) => `docs/coverage.md: ${problem}`)
}
