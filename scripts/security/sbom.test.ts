import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { LockFile } from './lock-file.ts'
import { sbomOf } from './sbom.ts'

const product = { name: 'glasshouse', version: '0.1.0' }

it('names each part once, with licence, digest and whether it runs', () => {
  const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`
  const sbom = sbomOf(
    {
      lockfileVersion: 3,
      packages: {
        '': {},
        'node_modules/@b/c': { version: '1.2.3', integrity, license: 'MIT', dev: true },
        'node_modules/a/node_modules/@b/c': { version: '1.2.3', integrity, license: 'MIT' },
        'node_modules/a': { version: '2.0.0', optional: true },
      },
    },
    product,
  )
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: product } })
  expect(sbom.components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40b/c@1.2.3',
      name: '@b/c',
      version: '1.2.3',
      purl: 'pkg:npm/%40b/c@1.2.3',
      scope: 'required',
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: '01'.repeat(64) }],
    },
    {
      type: 'library',
      'bom-ref': 'pkg:npm/a@2.0.0',
      name: 'a',
      version: '2.0.0',
      purl: 'pkg:npm/a@2.0.0',
      scope: 'optional',
    },
  ])
})

it('holds everything the lock file of this product names', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as LockFile
  const named = new Set(sbomOf(lock, product).components.map(({ name }) => name))
  for (const name of ['fastify', 'pg', 'react', '@jsquash/webp']) expect(named).toContain(name)
  expect(named.size).toBeGreaterThan(300)
})
