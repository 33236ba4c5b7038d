import { readdirSync, readFileSync } from 'node:fs'

const microsecondsATick = 10_000

/** Processor time of a process in microseconds, with that of the children it waited for; who its parent is. */
function timeOf(pid: string): { parent: string; own: number; ended: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = (...places: number[]) =>
    places.reduce((sum, place) => sum + Number(fields[place]) * microsecondsATick, 0)
  return { parent: fields[1] ?? '', own: ticks(11, 12), ended: ticks(13, 14) }
}

/** Processor time, microseconds, of a process, and of the database server on a port with all its children. 0 where the system does not say: it must be Linux. */
export function processorOf(
  pid: number | undefined,
  databasePort: string | undefined,
): { process: number; database: number } {
  if (process.platform !== 'linux') return { process: 0, database: 0 }
  let server = ''
  const all = new Map<string, { parent: string; own: number; ended: number }>()
  for (const each of readdirSync('/proc'))
    if (/^\d+$/.test(each))
      try {
        all.set(each, timeOf(each))
        const command = readFileSync(`/proc/${each}/cmdline`, 'latin1')
        if (databasePort && command.includes(`port=${databasePort}`) && command.includes('-D')) server = each
      } catch {
        // It ended meanwhile.
      }
  const database = [...all].filter(([each, { parent }]) => server && (each === server || parent === server))
  return {
    process: all.get(`${pid}`)?.own ?? 0,
    database: database.reduce((sum, [each, { own, ended }]) => sum + own + (each === server ? ended : 0), 0),
  }
}
