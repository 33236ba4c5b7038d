import { expect, it } from 'vitest'
import { cryptographyProblems } from './cryptography.ts'

const problems = (path: string, text: string) => cryptographyProblems('| sealing | `kit/known.ts` |', [{ path, text }])

it('finds a file that uses cryptography and is named nowhere', () => {
  for (const text of [
    "import { createHash } from 'node:crypto'",
    "import { sha256 } from '@noble/hashes/sha2.js'",
    "import { ed25519 } from '@noble/curves/ed25519.js'",
    'const key = await crypto.subtle.generateKey(form, false, [])',
  ]) {
    expect(problems('kit/new.ts', text)).toEqual([
      'docs/security/keys.md: does not name kit/new.ts, which uses cryptography',
    ])
    expect(problems('kit/known.ts', text)).toEqual([])
    expect(problems('kit/new.test.ts', text)).toEqual([])
    expect(problems('trials/new.ts', text)).toEqual([])
  }
  expect(problems('kit/new.ts', "import { bytesToHex } from '@noble/hashes/utils.js'")).toEqual([])
})
