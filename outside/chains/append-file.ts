import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A file of lines that only grows, and whose every line is on disk before `append` returns. */
export type AppendFile = {
  /** The lines it held when it was opened. */
  readonly lines: readonly string[]
  append(line: string): void
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
  return {
    lines: whole.split('\n').slice(0, -1),
    append(line) {
      writeSync(file, `${line}\n`)
      fsyncSync(file)
    },
    close: () => closeSync(file),
  }
}
