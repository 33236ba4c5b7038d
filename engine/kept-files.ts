import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hourMs, wallClock } from '#kit/clock.ts'
import { randomHex } from '#kit/random.ts'

/**
 * Files that are made once and used by many runs, in a folder that runs share: each use is written down as the file's time, and what
 * nobody used for long is removed.
 */

/** A file that was used within this time may be in use by another run. */
const inUseMs = hourMs

/** @returns the file, which counts as used now; undefined where there is none, or another run removed it just now */
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

/** Writes a file beside its place and renames it: nobody ever reads half of it. */
export function keepFile(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${randomHex(4)}`
  writeFileSync(draft, bytes)
  renameSync(draft, path)
}

export type Keeping = {
  /** Whose names these are: other files of the folder are left alone. */
  readonly isOurs: (name: string) => boolean
  /** What nobody used for so long is removed. */
  readonly unusedMs: number
  /** So many of those used last are kept at most; one used within the hour is always kept. */
  readonly most: number
}

/** Removes what nobody needs any more. Two runs may do so at once. @returns the names of what was removed */
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
