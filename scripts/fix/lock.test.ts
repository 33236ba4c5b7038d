import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Row = { version: string; integrity?: string; optional?: boolean; os?: string[]; cpu?: string[]; libc?: string[] }

it('names the digest of every package this product is built, tested and run with on Linux', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, Row>
  }
  const isHere = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Row) =>
    os.includes('linux') && cpu.includes('x64') && libc.includes('glibc')
  const rows = Object.entries(lock.packages).filter(([place]) => place !== '')
  const here = rows.filter(([, row]) => isHere(row))
  expect(here.length).toBeGreaterThan(300)
  for (const [place, { integrity }] of here) expect(integrity, place).toMatch(/^sha512-/)
  // Optional packages may lack a digest, which `npm run fix -- lock` adds if the registry has it.
  for (const [place, row] of rows) if (!row.integrity) expect(row.optional, place).toBe(true)
})
