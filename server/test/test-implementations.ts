import * as v from 'valibot'
import { codeIn } from '#identity/passwords/second-factor.server.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import type { SessionCall } from '#kit/wire/implement.api.ts'
import { routes } from '../calls/routes.ts'
import { testCall } from './test-call.ts'

const implementations = routes(true)

type World = {
  readonly db: Db
  readonly clock: Clock
  readonly nextKey: () => string
  /** Defaults to the business clock. */
  readonly wall?: Date
}

/** Runs an implementation like the server, in a transaction where required, and validates the output. */
export async function callAs<C extends Contract>(
  { db, clock, nextKey, wall }: World,
  contract: C,
  walletId: WalletId,
  input: CallInputOf<C>,
): Promise<OutputOf<C>> {
  const found = implementations.find((item) => item.contract === contract)
  expect(found, `${contract.path} is implemented`)
  const full = testCall({ db, clock, walletId, requestId: nextKey(), wall })
  const read = v.parse(contract.input, input)
  // Skips the server's attempt counting, because calls here may use different wall-clock times.
  const text = codeIn(contract.secondFactor, read)
  const given: SessionCall = { ...full, givenCode: text ? { text, share: 'inside', verdict: undefined } : undefined }
  const answer = found.transactional
    ? await db.transaction((tx) => found.run(read, { ...given, tx }))
    : await found.run(read, given)
  return v.parse(contract.output, answer) as OutputOf<C>
}

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
