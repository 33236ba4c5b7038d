import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { join, posix, sep } from 'node:path'

export type CopiedFile = { readonly path: string; readonly bytes: number; readonly sha256: string }

export type Manifest = {
  readonly product: string
  readonly time: string
  readonly database: 'embedded' | 'external'
  readonly postgres: string
  readonly schema: string
  readonly newestEntry: string
  readonly folders: readonly string[]
  readonly files: readonly CopiedFile[]
}

export const manifestName = 'manifest.json'
export async function listCopy(folder: string): Promise<Pick<Manifest, 'folders' | 'files'>> {
  const folders: string[] = []
  const files: CopiedFile[] = []
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const whole = join(entry.parentPath, entry.name)
    const path = whole.slice(folder.length + 1).replaceAll(sep, '/')
    chmodSync(whole, entry.isDirectory() ? 0o700 : 0o600)
    if (entry.isDirectory()) folders.push(path)
    else {
      syncToDisk(whole)
      files.push({ path, ...(await digestOf(whole)) })
    }
  }
  const byPath = (a: CopiedFile, b: CopiedFile): number => (a.path < b.path ? -1 : 1)
  return { folders: folders.sort(), files: files.sort(byPath) }
}

export function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

async function digestOf(path: string): Promise<Omit<CopiedFile, 'path'>> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    hash.update(part as Buffer)
    bytes += (part as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}
export async function readCopy(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName)
  if (!existsSync(path)) throw new Error(`${folder} is not a backup: it has no ${manifestName}.`)
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  for (const path of [...manifest.folders, ...manifest.files.map((file) => file.path)])
    if (posix.normalize(path) !== path || /^[./]/.test(path) || path.includes('\\'))
      throw new Error(`${manifestName} names ${path}, which is not in the backup. Use another backup.`)
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = join(folder, path)
    if (!existsSync(file)) throw new Error(`${file} is missing from the backup. Use another backup.`)
    const found = await digestOf(file)
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Error(`${file} is damaged: its SHA-256 differs from ${manifestName}. Use another backup.`)
  }
  return manifest
}
