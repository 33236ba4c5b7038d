import { hostname } from 'node:os'
import { isAlive, markOf } from './run-file.ts'

/** This process among all workers of a database: its machine, and what tells it apart from a later process there. */
export function workerName(): string {
  const { pid, started } = markOf(process.pid)
  return JSON.stringify([hostname(), pid, started])
}

/** Whether a worker ran on this machine and runs no more. Of other machines nobody here knows. */
export function isWorkerGone(name: string): boolean {
  const [host, pid, started] = JSON.parse(name) as [string, number, string]
  return host === hostname() && started !== '' && !isAlive({ pid, started })
}
