import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { randomHex } from '#kit/random.ts'
import { isAlive, markOf } from './run-file.ts'

/**
 * Where process numbers mean the same as here. On Linux that is one container between two starts of its machine; several containers
 * may well have one host name. Where that cannot be read, it is this process alone.
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

/** This process among all workers of a database: where it runs, what tells it apart from a later process there, and chance, so that no other has the name. */
export function workerName(): string {
  const { pid, started } = markOf(process.pid)
  return JSON.stringify([place, pid, started, randomHex(8)])
}

/** Whether a worker ran here and runs no more. Of other places nobody here knows. */
export function isWorkerGone(name: string): boolean {
  const [where, pid, started] = JSON.parse(name) as [string, number, string]
  return where === place && started !== '' && !isAlive({ pid, started })
}
