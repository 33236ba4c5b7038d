import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A process, told apart from a later one with the same pid by the moment it started. */
export type Mark = { readonly pid: number; readonly started: string }
/** Who runs on a data folder, so that two products never share one, and a killed one leaves nothing behind. */
type RunFile = {
  readonly supervisor: Mark
  readonly children: readonly Mark[]
  /** The folder this was written in. A copy of the folder has another one, and the processes named here are not its own. */
  readonly folder: string
}

const pathOf = (dataDir: string): string => join(dataDir, 'run.json')
export const markOf = (pid: number): Mark => ({ pid, started: startOf(pid) })

/** Device and inode: they stay when a folder is renamed, and differ in a copy of it. */
function folderId(dataDir: string): string {
  const { dev, ino } = statSync(dataDir, { bigint: true })
  return `${dev}:${ino}`
}

export function writeRunFile(dataDir: string, children: readonly number[]): void {
  const file: RunFile = { supervisor: markOf(process.pid), children: children.map(markOf), folder: folderId(dataDir) }
  // Never half there for whoever reads it.
  writeFileSync(`${pathOf(dataDir)}.new`, JSON.stringify(file))
  renameSync(`${pathOf(dataDir)}.new`, pathOf(dataDir))
}

export const removeRunFile = (dataDir: string): void => rmSync(pathOf(dataDir), { force: true })

/**
 * Makes a data folder ours: waits for the children of a killed supervisor to go, and ends those that do not.
 * @throws if a living product runs on the folder.
 */
export async function takeDataFolder(dataDir: string, graceMs = 3_000): Promise<void> {
  // Keys, customers' data and logs are in it: nobody else's, also where it was there before.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(dataDir, 0o700)
  const left = readRunFile(dataDir)
  if (left && left.supervisor.pid !== process.pid && isAlive(left.supervisor))
    throw new Error(
      `${dataDir} is in use by process ${left.supervisor.pid}; stop it, or set DATA_DIR to another folder.`,
    )
  const deadline = performance.now() + graceMs
  while (left?.children.some(isAlive) && performance.now() < deadline) await wait(50)
  for (const { pid } of left?.children.filter(isAlive) ?? []) process.kill(pid, 'SIGKILL')
  writeRunFile(dataDir, [])
}

function readRunFile(dataDir: string): RunFile | undefined {
  if (!existsSync(pathOf(dataDir))) return undefined
  try {
    const file = JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as RunFile
    return file.folder === folderId(dataDir) ? file : undefined
  } catch {
    return undefined // Not ours, or damaged: nothing to be learnt from it.
  }
}

export const isAlive = ({ pid, started }: Mark): boolean => started !== '' && startOf(pid) === started

/** When a process started, in whatever words the system has for it; empty if there is no such process. */
function startOf(pid: number): string {
  try {
    if (process.platform === 'win32') return ''
    if (process.platform !== 'linux') return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' })
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // Field 3 is the state (Z: ended, not yet collected), field 22 the start in clock ticks since boot.
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
