import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newWalletId } from '#identity/wallet-id.ts'
import { wireNameOf } from '#kit/wire/names.ts'
import { routes } from '#server/routes.ts'
import { type TestApp, testApp } from '#server/test-app.ts'

/** Requests to each call. */
const roundsEach = 40

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const plausible = fc.constantFrom(
  ...[
    'USDT',
    'ATMC',
    'POWER',
    'bsc',
    'eth',
    'tron',
    '1',
    '0.01',
    '100',
    '9999999999.99',
    '123456',
    'true',
    newWalletId(),
  ],
  ...[
    `0x${'1'.repeat(40)}`,
    `T${'a'.repeat(33)}`,
    'A'.repeat(43),
    '2026-11-22T12:00:00.000Z',
    'null',
    '-1',
    '1e30',
    '{}',
  ],
)
const anything = fc.oneof(
  { weight: 4, arbitrary: plausible },
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 3 }),
)

/** The names a call takes, on the wire. */
const fieldsOf = (contract: ReturnType<typeof routes>[number]['contract']): string[] => {
  const entries = (contract.input as { entries?: Record<string, unknown> }).entries ?? {}
  return Object.keys(entries).map((house) => wireNameOf(contract.input, house, contract.wire))
}

it('answers any input of any call with an envelope and a named refusal, never with a bug', async () => {
  const client = house.client()
  await client.createWallet()
  await client.confirm()
  for (const { contract } of routes(true).filter(({ contract }) => contract.path !== '/login/out')) {
    const record = fc.record(Object.fromEntries(fieldsOf(contract).map((field) => [field, anything])))
    await fc.assert(
      fc.asyncProperty(record, async (params) => {
        const { status, envelope } = await client.send(contract, {}, { params })
        expect(status).toBe(200)
        expect(envelope.msg, `${contract.path} ${JSON.stringify(envelope.params)}`).not.toBe('request.internal')
      }),
      { numRuns: roundsEach },
    )
  }
})
