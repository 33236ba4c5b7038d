import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

export type BreachedPasswords = {
  has(password: string): Promise<boolean>
  close(): Promise<void>
}

/** A SHA-1 in hexadecimal, a colon and a count: up to 53 characters plus line end. */
const lineMax = 64
const hashLength = 40
const line = /^[\dA-F]{40}(?::\d+)?$/

/** Hash of the first line that starts at or after a position; undefined after the last one. */
async function hashFrom(file: FileHandle, place: number): Promise<string | undefined> {
  const from = Math.max(0, place - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * lineMax), 0, 2 * lineMax, from)
  const text = buffer.toString('latin1', 0, bytesRead)
  const end = place === 0 ? -1 : text.indexOf('\n')
  if (place > 0 && end < 0) return undefined
  const hash = text.slice(end + 1, end + 1 + hashLength).toUpperCase()
  return hash.length === hashLength ? hash : undefined
}

/**
 * Opens sorted hashes from the haveibeenpwned.com downloader. Binary search reads little, so files of many gigabytes work. @throws if the
 * first line is malformed
 */
export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  const file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(lineMax), 0, lineMax, 0)
  const [first = ''] = buffer.toString('latin1', 0, bytesRead).split(/\r?\n/)
  if (!line.test(first.toUpperCase())) {
    await file.close()
    throw new Error(`${path} is no list of passwords: it takes a SHA-1 in hexadecimal a line, sorted`)
  }
  return {
    async has(password) {
      const wanted = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase()
      let [low, high] = [0, (await file.stat()).size]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        const hash = await hashFrom(file, middle)
        if (hash === undefined || hash >= wanted) high = middle
        else low = middle + 1
      }
      return (await hashFrom(file, low)) === wanted
    },
    close: () => file.close(),
  }
}
