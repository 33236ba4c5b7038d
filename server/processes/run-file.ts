import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type Mark = { readonly pid: number; readonly started: string }
/** Records the processes of a data folder. Prevents two servers from sharing it and allows cleanup after a kill. */
type RunFile = {
  readonly supervisor: Mark
  readonly children: readonly Mark[]
  /** Folder identity at write time. In a copied folder, these processes belong to the original. */
  readonly folder: string
}

const pathOf = (dataDir: string): string => join(dataDir, 'run.json')
export const markOf = (pid: number): Mark => ({ pid, started: startOf(pid) })

/** Device and inode stay unchanged by a rename but differ in a copy. */
function folderId(dataDir: string): string {
  const { dev, ino } = statSync(dataDir, { bigint: true })
  return `${dev}:${ino}`
}

export function writeRunFile(dataDir: string, children: readonly number[]): void {
  const file: RunFile = { supervisor: markOf(process.pid), children: children.map(markOf), folder: folderId(dataDir) }
  writeFileSync(`${pathOf(dataDir)}.new`, JSON.stringify(file))
  renameSync(`${pathOf(dataDir)}.new`, pathOf(dataDir))
}

export const removeRunFile = (dataDir: string): void => rmSync(pathOf(dataDir), { force: true })

export function isInUse(dataDir: string): boolean {
  const file = readRunFile(dataDir)
  return file !== undefined && isAlive(file.supervisor)
}

/** Claims a data folder. Kills leftover children of a killed supervisor after a grace period. @throws if a live product uses the folder */
export async function takeDataFolder(dataDir: string, graceMs = 3_000): Promise<void> {
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
    return undefined
  }
}

export const isAlive = ({ pid, started }: Mark): boolean => started !== '' && startOf(pid) === started

/** System-specific start time, or empty if the process does not exist. */
function startOf(pid: number): string {
  try {
    if (process.platform === 'win32') return ''
    if (process.platform !== 'linux') return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' })
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // Field 3 is the state (Z: zombie), field 22 the start time in clock ticks since boot.
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
