// @vitest-environment happy-dom
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Contract } from '#kit/wire/contract.ts'
import type { Recording } from './test-record.ts'

// Readers that take what they cannot read for nothing, as they once did, and answers that nobody checks.
vi.mock('#kit/exact.ts', async (original) => {
  const { parseUnits } = await import('#kit/amount.ts')
  const lenient = (text: string): bigint =>
    text.startsWith('-') ? -(parseUnits(text.slice(1)) ?? 0n) : (parseUnits(text) ?? 0n)
  return { ...(await original<object>()), readUnits: lenient, readHeld: lenient }
})
vi.mock('#kit/wire/answer.ts', async (original) => {
  const { fromWire } = await import('#kit/wire/names.ts')
  const readAnswer = ({ output, wire }: Contract, data: unknown) => fromWire(output, data, wire)
  return { ...(await original<object>()), readAnswer }
})
vi.mock('#ui/device-store.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('./test-lying-device.ts')),
}))
vi.mock('#ui/device-values.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('./test-lying-device.ts')),
}))
vi.mock('#ui/update-key.ts', async () => {
  const { keysInMemory } = await import('./test-lying-device.ts')
  return { updateKey: (await keysInMemory()).updateKey }
})
vi.mock('#ui/kept-json.ts', () => import('./test-lying-device.ts'))
vi.mock('#ui/device-keys.ts', async (original) => ({
  ...(await original<object>()),
  ...(await (await import('./test-lying-device.ts')).keysInMemory()),
}))
// The same check, without a thread of its own.
vi.mock('#features/proof/check-apart.tsx', async () => {
  const { checkOwn } = await import('#features/proof/own-proof.ts')
  const { isSignedBy } = await import('#kit/signed-text.ts')
  // The same few signatures come thousands of times.
  const known = new Map<string, boolean>()
  const isSigned: typeof isSignedBy = (...words) => {
    const name = words.join('\n')
    const found = known.get(name) ?? isSignedBy(...words)
    known.set(name, found)
    return found
  }
  return { checkApart: (question: Parameters<typeof checkOwn>[0]) => checkOwn(question, isSigned) }
})

let lies: Awaited<ReturnType<typeof import('./test-lying-screen.tsx')['openLies']>>
beforeAll(async () => {
  vi.resetModules()
  const made = process.env.LYING_RECORDING
    ? readFileSync(process.env.LYING_RECORDING, 'utf8')
    : spawnSync(process.execPath, ['trials/lying/test-record.ts'], { encoding: 'utf8' }).stdout
  const { openLies } = await import('./test-lying-screen.tsx')
  lies = await openLies(JSON.parse(made) as Recording)
}, 300_000)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('finds a client that reads amounts leniently', async () => {
  expect(lies.truth.wallet.said).toBe('right')
  const { found } = await lies.run(20261127, 0, 200, 1)
  expect(found).toMatchObject([{ said: 'right' }])
}, 600_000)
