import { Secret } from 'otpauth'
import { bindGoogle, setUpGoogle } from '#features/security/security.contract.ts'
import {
  bindAddress,
  cancelWithdrawal,
  requestWithdrawal,
  withdrawals,
} from '#features/withdrawals/withdrawals.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { bindMessage, signText } from '#identity/sessions/identity-key.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, minuteMs } from '#kit/time/clock.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { keepNetwork } from '#outside/chains/network.store.ts'
import { callAs } from '#server/test/test-implementations.ts'
import { purse, typed, type YearWorld } from './test-year-world.ts'

const chain = 'bsc'
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const token = '0x00000000000000000000000000000000000000aa'

/** A network for withdrawal requests. The payer has its own tests. */
export const openNetwork = (db: Db): Promise<void> =>
  db.transaction((tx) =>
    keepNetwork(
      tx,
      {
        chain,
        rpcUrl: 'http://127.0.0.1:1',
        evmChainId: 56,
        tokens: { USDT: token, ATMC: token, ATMX: token },
        startBlock: 0,
        explorerUrl: '',
        companyAddresses: [],
        demo: true,
      },
      '0x00',
    ),
  )

export async function give(world: YearWorld, wallet: WalletId, coin: Coin, whole: number): Promise<void> {
  const from = outside(usualChain(coin))
  const postings = [{ from, to: available(wallet), asset: coin, units: BigInt(whole) * unitsPerOne, code: 2 }]
  await world.db.transaction((tx) => post(tx, { key: world.nextKey(), at: world.clock.now(), postings }))
}

export async function payIn(world: YearWorld, wallet: WalletId): Promise<void> {
  const coin = world.dice.pick(coins)
  await give(world, wallet, coin, 1 + world.dice.below(Math.ceil(purse[coin] / 4)))
}

export type Paying = Pick<YearWorld, 'db' | 'clock' | 'nextKey' | 'keys'>

const secrets = new WeakMap<Paying['keys'], Map<WalletId, { readonly secret: Uint8Array; codes: number }>>()

/** Next authenticator code. Advances only the wall clock, by a minute. */
export function freshCode(world: Paying, wallet: WalletId): { code: string; wall: Date } {
  const kept = secrets.get(world.keys)?.get(wallet)
  expect(kept, 'an authenticator is bound before a code is asked for')
  kept.codes += 1
  const wall = addMs(world.clock.now(), kept.codes * minuteMs)
  return { code: codeAt(kept.secret, wall), wall }
}

/** Binds an authenticator and an address once per wallet. @returns whether they were new */
export async function arm(world: Paying, wallet: WalletId): Promise<boolean> {
  const known = secrets.get(world.keys) ?? new Map()
  secrets.set(world.keys, known)
  if (known.has(wallet)) return false
  const key = world.keys.get(wallet)
  expect(key, 'every holder has its key')
  const { secret } = await callAs(world, setUpGoogle, wallet, {})
  known.set(wallet, { secret: Secret.fromBase32(secret).bytes, codes: 0 })
  const first = freshCode(world, wallet)
  await callAs({ ...world, wall: first.wall }, bindGoogle, wallet, { code: first.code })
  const { code, wall } = freshCode(world, wallet)
  const issuedAt = Math.floor(wall.getTime() / 1000)
  const signature = signText(bindMessage(wallet, chain, address, issuedAt), key)
  await callAs({ ...world, wall }, bindAddress, wallet, { chain, address, remark: 'mine', code, issuedAt, signature })
  return true
}

export async function withdraw(
  world: Paying,
  wallet: WalletId,
  asked: { readonly coin: 'USDT' | 'ATMC' | 'ATMX'; readonly amount: string },
): Promise<void> {
  await arm(world, wallet)
  const { code, wall } = freshCode(world, wallet)
  await callAs({ ...world, wall }, requestWithdrawal, wallet, { chain, ...asked, code })
}

export async function askWithdrawal(world: YearWorld, wallet: WalletId): Promise<void> {
  if (await arm(world, wallet)) world.circles.armed.push(wallet)
  const coin = world.dice.pick(['USDT', 'ATMC', 'ATMX'] as const)
  await withdraw(world, wallet, { coin, amount: typed(world.dice, 10, world.dice.chance(0.2) ? 2_000 : 200) })
  world.circles.asked.push(wallet)
}

export async function takeBackWithdrawal(world: YearWorld, wallet: WalletId): Promise<void> {
  const { items } = await callAs(world, withdrawals, wallet, {})
  const open = items.find(({ cancellable }) => cancellable)
  if (open) await callAs(world, cancelWithdrawal, wallet, { id: open.id })
}
