import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withIntegrity } from './page.ts'

it('names the digest of every script of the page', () => {
  const out = mkdtempSync(join(tmpdir(), 'glasshouse-page-'))
  writeFileSync(join(out, 'a.js'), "alert('Hello, world.');")
  // The SRI specification's example.
  const digest = 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO'
  const page =
    '<script type="module" crossorigin src="/a.js"></script><link rel="modulepreload" crossorigin href="/a.js"><link rel="icon" href="/a.svg">'
  expect(withIntegrity(page, out)).toBe(
    `<script type="module" crossorigin src="/a.js" integrity="${digest}"></script><link rel="modulepreload" crossorigin href="/a.js" integrity="${digest}"><link rel="icon" href="/a.svg">`,
  )
  rmSync(out, { recursive: true })
})
