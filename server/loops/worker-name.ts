import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { randomHex } from '#kit/text/random.ts'
import { isAlive, markOf } from '../processes/run-file.ts'

/**
 * Scope in which process numbers are unique. On Linux it is one container until its machine restarts, because containers can share a host
 * name. The fallback is this process.
 */
function readPlace(): string {
  if (process.platform !== 'linux') return hostname()
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return randomHex(16)
  }
}
const place = readPlace()

export function workerName(): string {
  const { pid, started } = markOf(process.pid)
  return JSON.stringify([place, pid, started, randomHex(8)])
}

/** True if the worker ran in this scope and has ended. */
export function isWorkerGone(name: string): boolean {
  const [where, pid, started] = JSON.parse(name) as [string, number, string]
  return where === place && started !== '' && !isAlive({ pid, started })
}
