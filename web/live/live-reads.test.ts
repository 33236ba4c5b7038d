import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { liveKinds } from '#kit/wire/contracts/live.contract.ts'
import { isStale, staleBy } from './live-reads.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('names only the beginnings of paths that there are', async () => {
  const modules = await Promise.all(
    globSync('{features,market}/**/*.contract.ts', { cwd: root }).map((path) => import(`${root}${path}`)),
  )
  const paths = modules.flatMap((module) =>
    Object.values(module).map((value) => String((value as { path?: string }).path)),
  )
  for (const start of liveKinds.flatMap((kind) => staleBy[kind]))
    expect(
      paths.some((path) => path.startsWith(start)),
      start,
    ).toBe(true)
})

it('reads anew what an event touches, and leaves the rest', () => {
  expect(isStale('/wallet/assets', 'balance')).toBe(true)
  expect(isStale('/wallet/recharges', 'deposit')).toBe(true)
  for (const kind of ['order', 'otc', 'withdrawal'] as const) expect(isStale('/wallet/info', kind)).toBe(true)
  expect(isStale('/exchange/pairs', 'balance')).toBe(false)
  expect(isStale('/notice/list', 'order')).toBe(false)
})
