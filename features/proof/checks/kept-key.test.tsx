import { beforeEach, expect, it, vi } from 'vitest'

const kept = new Map<string, unknown>()
vi.mock('#ui/draft/kept-json.ts', () => ({ readKept: async (name: string) => kept.get(name) }))
const { isOtherKey } = await import('./kept-key.tsx')

beforeEach(() => kept.clear())

it('knows no other key where nothing was kept, or nothing with a key', async () => {
  expect(await isOtherKey('one')).toBe(false)
  kept.set('ownProof', null)
  kept.set('logHead', { line: 3 })
  expect(await isOtherKey('one')).toBe(false)
})

it('knows another key by what was kept of a proof, and by what was kept of a log', async () => {
  for (const name of ['ownProof', 'logHead']) {
    kept.clear()
    kept.set(name, { publicKey: 'one' })
    expect(await isOtherKey('one'), name).toBe(false)
    expect(await isOtherKey('another'), name).toBe(true)
  }
})

it('takes one of them that is another for another, whatever the other of them says', async () => {
  kept.set('ownProof', { publicKey: 'one' })
  kept.set('logHead', { publicKey: 'another' })
  expect(await isOtherKey('one')).toBe(true)
  expect(await isOtherKey('another')).toBe(true)
})
