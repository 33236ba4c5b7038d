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

/** Every line is on disk before `append` returns. */
export type AppendFile = {
  readonly lines: readonly string[]
  /** @throws permanently after a failed write; the file may end in half a line, which reopening removes. */
  append(...lines: readonly string[]): void
  close(): void
}

/** Removes an incomplete last line, which was never acknowledged. Owner-readable only. */
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

/** Writes atomically. Owner-readable only. */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}
