import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ZipFile } from './stored-zip.server.ts'

const paths = [
  'docs/proof/verify.mjs',
  'docs/proof/verify.py',
  'docs/proof/verify-reserves.mjs',
  'docs/proof-format.md',
]

export const proofPrograms = (): readonly ZipFile[] =>
  paths.map((path) => ({
    name: basename(path),
    text: readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8'),
  }))
