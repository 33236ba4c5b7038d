/** What became of an item of the specification. */
const statuses = ['DONE', 'PARTLY', 'MISSING', 'DIFFERENT'] as const
type Row = {
  readonly point: string
  readonly status: string
  readonly item: string
  readonly where: string
  readonly note: string
}

/** How many items the specification has, as it was first gone through. */
const itemsInAll = 773

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

/** The items counted, by point. */
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

/** What is wrong with the page: an item too few, a status nobody knows, a difference without its decision, a gap without words. */
export function coverageProblems(page: string): string[] {
  const rows = rowsOf(page)
  return [
    ...(rows.length === itemsInAll ? [] : [`has ${rows.length} items, not ${itemsInAll}`]),
    ...rows.flatMap(({ status, item, where, note }) => [
      ...(statuses.some((each) => each === status) ? [] : [`'${item}' has the status '${status}'`]),
      ...(where.includes('`') ? [] : [`'${item}' names no file`]),
      ...(status === 'DIFFERENT' && !where.includes('docs/decisions/') ? [`'${item}' names no decision`] : []),
      ...(status !== 'DONE' && !note ? [`'${item}' does not say what is missing`] : []),
    ]),
  ].map((problem) => `docs/coverage.md: ${problem}`)
}
