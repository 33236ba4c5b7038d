import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'

/** A file of lines that only grows, and whose every line is on disk before `append` returns. */
export type AppendFile = {
  /** The lines it held when it was opened. */
  readonly lines: readonly string[]
  /** @throws after a write has failed, for good: the file may end in half a line, which only opening it again cuts off. */
  append(...lines: readonly string[]): void
  close(): void
}

/**
 * Opens or creates a file of lines. What a crash left of a last line, without its line end, was never acknowledged and is cut off.
 * Only its owner may read it.
 */
export function openAppendFile(path: string): AppendFile {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const file = openSync(path, 'a', 0o600)
  if (whole.length !== text.length) ftruncateSync(file, Buffer.byteLength(whole))
  let hasFailed = false
  let isClosed = false
  return {
    lines: whole.split('\n').slice(0, -1),
    append(...lines) {
      if (hasFailed) throw new Error(`${path} could not be written before: start again`)
      hasFailed = true
      writeSync(file, lines.map((line) => `${line}\n`).join(''))
      fsyncSync(file)
      hasFailed = false
    },
    close() {
      if (!isClosed) closeSync(file)
      isClosed = true
    },
  }
}

/** Replaces a small file: after a crash it is there as it was before or whole. Only its owner may read it. */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}
