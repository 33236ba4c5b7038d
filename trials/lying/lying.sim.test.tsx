// @vitest-environment happy-dom
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Contract } from '#kit/wire/contract.ts'
import type { Recording } from './test-record.ts'

/** A lenient client reads unreadable values as zero and skips response checks. */
const client = vi.hoisted(() => ({ isLenient: false }))

vi.mock('#kit/amount/exact.ts', async (original) => {
  const { parseUnits } = await import('#kit/amount/amount.ts')
  const exact = await original<typeof import('#kit/amount/exact.ts')>()
  const lenient = (text: string): bigint =>
    text.startsWith('-') ? -(parseUnits(text.slice(1)) ?? 0n) : (parseUnits(text) ?? 0n)
  return {
    ...exact,
    readUnits: (text: string) => (client.isLenient ? lenient(text) : exact.readUnits(text)),
    readHeld: (text: string) => (client.isLenient ? lenient(text) : exact.readHeld(text)),
  }
})
vi.mock('#kit/wire/answer.ts', async (original) => {
  const { fromWire } = await import('#kit/wire/names.ts')
  const answer = await original<typeof import('#kit/wire/answer.ts')>()
  const readAnswer = (contract: Contract, data: unknown) =>
    client.isLenient ? fromWire(contract.output, data, contract.wire) : answer.readAnswer(contract, data)
  return { ...answer, readAnswer }
})

vi.mock('#ui/device/device-store.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('./test-lying-device.ts')),
}))
vi.mock('#ui/device/device-values.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('./test-lying-device.ts')),
}))
vi.mock('#ui/session/update-key.ts', async () => {
  const { keysInMemory } = await import('./test-lying-device.ts')
  const { updateKey, readKeys } = await keysInMemory()
  return { updateKey, readKeys }
})
vi.mock('#ui/draft/kept-json.ts', () => import('./test-lying-device.ts'))
vi.mock('#ui/device/device-keys.ts', async (original) => ({
  ...(await original<object>()),
  ...(await (await import('./test-lying-device.ts')).keysInMemory()),
}))
// Runs the check without a worker thread.
vi.mock('#features/proof/checks/check-apart.tsx', async () => {
  const { checkOwn } = await import('#features/proof/checks/own-proof.ts')
  const { isSignedBy } = await import('#kit/seal/signed-text.ts')
  const known = new Map<string, boolean>()
  const isSigned: typeof isSignedBy = (...words) => {
    const name = words.join('\n')
    const found = known.get(name) ?? isSignedBy(...words)
    known.set(name, found)
    return found
  }
  return { checkApart: (question: Parameters<typeof checkOwn>[0]) => checkOwn(question, isSigned) }
})

const seed = Number(process.env.LYING_SEED ?? 20261127)
const runs = Number(process.env.LYING_RUNS ?? 60)
const from = Number(process.env.LYING_FROM ?? 0)

let lies: Awaited<ReturnType<typeof import('./test-lying-screen.tsx')['openLies']>>
beforeAll(async () => {
  vi.resetModules()
  const made = process.env.LYING_RECORDING
    ? readFileSync(process.env.LYING_RECORDING, 'utf8')
    : spawnSync(process.execPath, ['trials/lying/test-record.ts'], { encoding: 'utf8' }).stdout
  const { openLies } = await import('./test-lying-screen.tsx')
  lies = await openLies(JSON.parse(made) as Recording)
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('an honest line is called right, with every figure', () => {
  expect(lies.truth.wallet.said, lies.truth.wallet.note).toBe('right')
  expect(lies.truth.mine.said, lies.truth.mine.note).toBe('right')
  expect(lies.truth.wallet.figures.get('USDT available')).toBeGreaterThan(0)
  expect(lies.truth.wallet.figures.size).toBeGreaterThan(6)
  expect(lies.truth.mine.figures.size).toBeGreaterThan(3)
})

it('a line that rewrites answers never shows more than the proof holds without saying so', async () => {
  const outcome = await lies.run(seed, from, runs)
  if (process.env.LYING_RUNS) process.stderr.write(`lying ${JSON.stringify({ seed, from, ...outcome })}\n`)
  expect(outcome.found).toEqual([])
  expect(outcome.more).toBeGreaterThan(0)
})
