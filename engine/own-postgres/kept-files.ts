import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { randomHex } from '#kit/text/random.ts'
import { hourMs, wallClock } from '#kit/time/clock.ts'

/** A file used within this time may still be in use. */
const inUseMs = hourMs

/** Updates the file's time. @returns undefined if there is none, or another run has just removed it */
export function readKept(path: string): Buffer<ArrayBuffer> | undefined {
  const now = wallClock.now()
  try {
    utimesSync(path, now, now)
    return readFileSync(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
export function keepFile(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${randomHex(4)}`
  writeFileSync(draft, bytes)
  renameSync(draft, path)
}

export type Keeping = {
  readonly isOurs: (name: string) => boolean
  readonly unusedMs: number
  /** Maximum number of files. Files used within the hour stay. */
  readonly most: number
}

/** Safe in parallel. @returns removed names */
export function removeUnused(folder: string, { isOurs, unusedMs, most }: Keeping, now = wallClock.now()): string[] {
  const found = namesIn(folder)
    .filter(isOurs)
    .flatMap((name) => {
      const usedAt = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs
      return usedAt === undefined ? [] : [{ name, idleMs: now.getTime() - usedAt }]
    })
    .toSorted((a, b) => a.idleMs - b.idleMs)
  const gone = found.filter(({ idleMs }, place) => idleMs > inUseMs && (idleMs > unusedMs || place >= most))
  for (const { name } of gone) rmSync(join(folder, name), { recursive: true, force: true })
  return gone.map(({ name }) => name)
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT'

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
