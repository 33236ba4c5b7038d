import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Contract } from '#kit/wire/contract.ts'
import { isKept, keptReads, shownFirst } from './kept-reads.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('names only calls that read and answer no secret', async () => {
  const files = globSync(['{features,market}/**/*.contract.ts', 'kit/wire/**/*.contract.ts'], { cwd: root })
  const modules: Record<string, unknown>[] = await Promise.all(files.map((path) => import(`${root}${path}`)))
  const contracts = modules.flatMap((module) => Object.values(module)) as Partial<Contract>[]
  for (const path of keptReads) {
    const [read] = contracts.filter((each) => each.path === path && each.method === 'GET')
    expect([path, read?.secretAnswer ?? false, read?.access === 'money']).toEqual([path, false, false])
    expect(JSON.stringify(read?.output)).not.toMatch(/"(?:token|walletToken|secret|mnemonic|password)"/i)
  }
})

it('keeps what is shown, and no quote', () => {
  expect(isKept(['/invest/product', { productId: 3 }])).toBe(true)
  expect(isKept(['/wallet/logs', 'pages', { coin: 'USDT' }])).toBe(true)
  expect(isKept(['/invest/product', { productId: 3, amount: '5' }])).toBe(false)
  expect(isKept(['/wallet/withdraw-rules', {}])).toBe(false)
})

it('keeps of a list what one sees on opening it', () => {
  expect(shownFirst({ pages: [1, 2], pageParams: ['', 'x'] })).toEqual({ pages: [1], pageParams: [''] })
  expect(shownFirst({ pages: 3 })).toEqual({ pages: 3 })
})
