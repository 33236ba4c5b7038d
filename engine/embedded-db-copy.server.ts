import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of a tar, or a folder, with the bytes it takes there: its head, and its content padded to whole blocks. */
type Part = { readonly path: string; readonly isFolder: boolean; readonly content: Buffer; readonly whole: Buffer }

const block = 512
const [sizeAt, typeAt, prefixAt] = [124, 156, 345] as const

/** The parts of a tar as the embedded engine writes it (USTAR). */
export function* partsOf(tar: Buffer): Generator<Part> {
  const textAt = (from: number, length: number): string =>
    tar
      .toString('latin1', from, from + length)
      .split('\0')[0]
      ?.trim() ?? ''
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(textAt(at + sizeAt, 12) || '0', 8)
    const [prefix, name] = [textAt(at + prefixAt, 155), textAt(at, 100)]
    const path = (prefix ? `${prefix}/${name}` : name).replace(/^\/+/, '')
    const from = at + block
    const end = from + Math.ceil(size / block) * block
    yield {
      path,
      isFolder: textAt(at + typeAt, 1) === '5',
      content: tar.subarray(from, from + size),
      whole: tar.subarray(at, end),
    }
    at = end
  }
}

/** Where the write-ahead log of a copy ends. */
export type LogEnd = { readonly file: string; readonly used: number }

/** A copy without what its write-ahead log keeps beside its end: after a checkpoint nothing of it is read again. */
export function withoutLog(tar: Buffer, { file, used }: LogEnd): Buffer {
  const kept: Buffer[] = []
  for (const { path, isFolder, content, whole } of partsOf(tar)) {
    const isLog = path.startsWith('pg_wal/') && !isFolder
    if (isLog && path !== `pg_wal/${file}`) continue
    if (isLog) content.fill(0, used)
    kept.push(whole)
  }
  return Buffer.concat([...kept, Buffer.alloc(2 * block)])
}

/** Lays the files of a copy where the embedded database looks for its own: beside its place first, so that a kill half-way leaves nothing to repair. */
export function layCopy(folder: string, tar: Buffer): void {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  for (const { path, isFolder, content } of partsOf(tar)) {
    const to = join(draft, path)
    if (isFolder) mkdirSync(to, { recursive: true, mode: 0o700 })
    else writeFileSync(to, content, { mode: 0o600 })
  }
  renameSync(draft, folder)
}
