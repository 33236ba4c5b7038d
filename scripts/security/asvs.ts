/** `differs`: intentional · `absent`: its subject does not exist here · `operator`: the operator's duty. */
const states = ['met', 'partly', 'differs', 'absent', 'operator', 'open'] as const
type State = (typeof states)[number]
export type AsvsRow = {
  readonly id: string
  readonly level: number
  readonly state: State
  readonly evidence: readonly string[]
  readonly requirement: string
  readonly note: string
}

/** Requirements of ASVS 5.0.0 without chapters 10 (OAuth) and 17 (WebRTC), which do not apply. */
const applying = { upToTwo: 217, three: 80 }
const columns = 'id,level,state,evidence,requirement,note'

const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

export const readAsvs = (text: string): AsvsRow[] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', level = '', state = '', evidence = '', requirement = '', note = ''] = fieldsOf(line)
      return {
        id,
        level: Number(level),
        state: state as State,
        evidence: evidence.split(' ').filter(Boolean),
        requirement,
        note,
      }
    })

function problemsOf({ id, level, state, evidence, requirement, note }: AsvsRow, exists: (path: string) => boolean) {
  const [, chapter = '0'] = /^V(\d+)\.\d+\.\d+$/.exec(id) ?? []
  const isHere = Number(chapter) >= 1 && Number(chapter) <= 16 && chapter !== '10'
  return [
    ...(isHere && [1, 2, 3].includes(level) ? [] : ['is no requirement that applies']),
    ...(states.includes(state) ? [] : [`has the state '${state}'`]),
    ...(state !== 'open' && evidence.length === 0 ? ['names no evidence'] : []),
    ...evidence.filter((path) => !exists(path)).map((path) => `names ${path}, which does not exist`),
    ...(requirement && (state === 'met' || note || level === 3) ? [] : ['says too little']),
  ]
}

export function asvsProblems(text: string, exists: (path: string) => boolean): string[] {
  const rows = readAsvs(text)
  const ids = rows.map(({ id }) => id)
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `${id} stands twice`)
  const count = (of: (level: number) => boolean) => rows.filter(({ level }) => of(level)).length
  const [upToTwo, three] = [count((level) => level <= 2), count((level) => level === 3)]
  return [
    ...(text.startsWith(`${columns}\n`) ? [] : [`the first line is not '${columns}'`]),
    ...(upToTwo === applying.upToTwo ? [] : [`has ${upToTwo} requirements of levels 1 and 2, not ${applying.upToTwo}`]),
    ...(three === applying.three ? [] : [`has ${three} requirements of level 3, not ${applying.three}`]),
    ...twice,
    ...rows.flatMap((row) => problemsOf(row, exists).map((problem) => `${row.id} ${problem}`)),
  ].map((problem) => `docs/security/asvs.csv: ${problem}`)
}

export function asvsCounts(rows: readonly AsvsRow[]): string {
  const line = (level: number) => {
    const own = rows.filter((row) => row.level === level)
    const counts = states.map((state) => `${own.filter((row) => row.state === state).length} ${state}`)
    return `level ${level}: ${own.length} (${counts.join(', ')})`
  }
  return [1, 2, 3].map(line).join('\n')
}
