import * as v from 'valibot'
import { codeIn } from '#identity/second-factor.server.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/ids.ts'
import { seededDice } from '#kit/random.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import type { SessionCall } from '#kit/wire/implement.api.ts'
import { routes } from './routes.ts'
import { testCall } from './test-call.ts'

const implementations = routes(true)

type House = {
  readonly db: Db
  readonly clock: Clock
  readonly nextKey: () => string
  /** The wall clock's moment; the business clock's where it is left out. */
  readonly wall?: Date
}

/** Calls an implementation as the server does, with a transaction where one is opened there; the answer must fit its contract. */
export async function callAs<C extends Contract>(
  { db, clock, nextKey, wall }: House,
  contract: C,
  walletId: WalletId,
  input: CallInputOf<C>,
): Promise<OutputOf<C>> {
  const found = implementations.find((item) => item.contract === contract)
  expect(found, `${contract.path} is implemented`)
  const full = testCall({ db, clock, walletId, requestId: nextKey(), wall })
  const read = v.parse(contract.input, input)
  // The wire counts tries; here a world of calls may stand at many moments of the wall clock at once.
  const text = codeIn(contract.secondFactor, read)
  const given: SessionCall = { ...full, givenCode: text ? { text, share: 'inside', verdict: undefined } : undefined }
  const answer = found.transactional
    ? await db.transaction((tx) => found.run(read, { ...given, tx }))
    : await found.run(read, given)
  return v.parse(contract.output, answer) as OutputOf<C>
}

/** From here on the product's own random numbers (wallet IDs, seeds of the draw) repeat themselves too. @returns ends it */
export function repeatRandomness(seed: number): () => void {
  const drawn = crypto.getRandomValues.bind(crypto)
  const dice = seededDice(seed)
  const put = (value: unknown) => Object.defineProperty(crypto, 'getRandomValues', { value, configurable: true })
  put((into: Uint8Array | Uint32Array) => {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength)
    for (let place = 0; place < bytes.length; place += 1) bytes[place] = dice.below(256)
    return into
  })
  return () => void put(drawn)
}
