import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const block = 512
const file = '0'

/** @throws if a name points outside the folder */
export function unpackTar(archive: Buffer, folder: string): void {
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const text = (from: number, length: number) =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const [name, size, kind] = [text(0, 100), Number.parseInt(text(124, 12), 8), text(156, 1)]
    if (name.startsWith('/') || name.split('/').includes('..')) throw new Error(`${name} leads out of the archive`)
    const path = join(folder, name)
    if (kind === file) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, archive.subarray(at + block, at + block + size), { mode: 0o755 })
    }
    at += block + Math.ceil(size / block) * block
  }
}
