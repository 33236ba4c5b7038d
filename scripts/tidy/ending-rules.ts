import { roomOf } from './rooms.ts'
import { type Code, isTest, type Say } from './source.ts'

const verbs =
  'SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|TRUNCATE|LOCK|CALL|LISTEN|NOTIFY|VALUES|VACUUM|ANALYZE'
/** SQL verbs in templates or strings, or arguments of `query`. */
const sql = new RegExp(`\`[^\`]*\\b(?:${verbs})\\b|['"]\\s*(?:${verbs}|SET|BEGIN|COMMIT|ROLLBACK)\\b|\\.query\\(`)

/** Files that start jobs: server loops, the server's day, and the lines' settlement steps. */
const starts = ({ path }: Code): boolean =>
  !isTest(path) && (roomOf(path) === 'server' || path === 'products/settlement/settlement.job.ts')

/** Only `.store.ts` contains SQL, `.server.ts` does not, and the clock starts a `.job.ts`. */
export function checkEndings(codes: readonly Code[], say: Say): void {
  const started = new Set(codes.filter(starts).flatMap(({ imports }) => imports.map(({ to }) => to)))
  for (const { path, lines } of codes) {
    if (isTest(path)) continue
    const hasSql = sql.test(lines.join('\n'))
    if (path.endsWith('.store.ts') && !hasSql) say(path, 1, "holds no SQL of its own, name it '.server.ts'")
    if (path.endsWith('.server.ts') && hasSql) say(path, 1, "holds SQL, name it '.store.ts'")
    if (path.endsWith('.job.ts') && !started.has(path))
      say(path, 1, "is started by no clock, name it '.server.ts', or '.store.ts' where it holds SQL")
  }
}
