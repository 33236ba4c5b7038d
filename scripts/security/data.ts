const grades = ['secret', 'private', 'internal', 'public, must not change']

const tablesOf = (schema: string): string[] =>
  [...schema.matchAll(/^CREATE TABLE ([\w.]+) \(/gm)].map(([, name = '']) => name)

export function dataProblems(page: string, schema: string): string[] {
  const rows = page
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => /^([\w.]+),(?:"([^"]*)"|([^",]*)),(.+)$/.exec(line))
  const graded = new Map(rows.map((row) => [row?.[1] ?? '', row?.[2] ?? row?.[3] ?? '']))
  const tables = tablesOf(schema)
  return [
    ...(rows.length === graded.size ? [] : ['grades a table twice']),
    ...tables
      .filter((name) => !graded.has(name))
      .map((name) => `does not grade ${name}: say how it is kept, and how long`),
    ...[...graded.keys()].filter((name) => !tables.includes(name)).map((name) => `grades ${name}, which is no table`),
    ...[...graded].filter(([, grade]) => !grades.includes(grade)).map(([name]) => `${name} has no grade there is`),
  ].map((problem) => `docs/security/data.csv: ${problem}`)
}
