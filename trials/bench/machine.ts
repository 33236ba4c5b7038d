import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const machineTime = (): number =>
  cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) * 1000, 0)

/** Fields of /proc/<pid>/stat, starting with the state. Ticks of 10 ms. */
const statOf = (pid: string) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = (...places: number[]) => places.reduce((sum, place) => sum + Number(fields[place]) * 10_000, 0)
  return { parent: fields[1], own: ticks(11, 12), ended: ticks(13, 14) }
}

function* processes() {
  for (const pid of readdirSync('/proc'))
    if (/^\d+$/.test(pid))
      try {
        yield { pid, ...statOf(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }
      } catch {}
}

const serverOn = <Each extends { readonly command: string }>(port: string, all: readonly Each[]): Each | undefined =>
  all.find(({ command }) => command.includes(`port=${port}`) && command.includes('-D'))

/** CPU time in microseconds of this process, its reaped children and the server on this port. Outside Linux: the whole machine. */
export function processorTime(port: string): number {
  if (process.platform !== 'linux') return machineTime()
  const all = [...processes()]
  const server = serverOn(port, all)
  const self = statOf('self')
  const children = all.filter(({ parent }) => server && parent === server.pid)
  return [self.own, self.ended, server?.own ?? 0, server?.ended ?? 0, ...children.map(({ own }) => own)].reduce(
    (sum, time) => sum + time,
  )
}

/** CPU time in microseconds of a process, and of the server on this port with its children. 0 outside Linux. */
export function processorOf(pid: number | undefined, port: string | undefined): { process: number; database: number } {
  if (process.platform !== 'linux') return { process: 0, database: 0 }
  const all = [...processes()]
  const server = port ? serverOn(port, all) : undefined
  const children = all.filter(({ parent }) => server && parent === server.pid)
  return {
    process: all.find((each) => each.pid === `${pid}`)?.own ?? 0,
    database: children.reduce((sum, { own }) => sum + own, server ? server.own + server.ended : 0),
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const figure = (value: number, digits = 0): string =>
  Number.isNaN(value)
    ? '—'
    : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
