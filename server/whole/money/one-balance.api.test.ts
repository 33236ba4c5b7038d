import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepBound } from '#custody/payments/address/bound-address.store.ts'
import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { testDb } from '#engine/test/test-db.ts'
import { bindGoogle, setUpGoogle } from '#features/security/security.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { codeAt, stepSeconds } from '#identity/authenticator/authenticator.ts'
import { withoutCodeValue } from '#identity/passwords/without-code.ts'
import { bindMessage, signText } from '#identity/sessions/identity-key.ts'
import { type TestWallet, testWallet } from '#identity/test-wallet.ts'
import type { Address } from '#kit/chain/address.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { isAll, sizeOf } from '#kit/test/test-size.ts'
import { randomBelow, seededDice } from '#kit/text/random.ts'
import { addMs, stoppedClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company, held, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { reservesOf, seedMarket } from '#market/market.store.ts'
import { makeTrade } from '#market/trade/exchange.contract.ts'
import { callAs } from '../../test/test-implementations.ts'

/** Set SIM_SEED to repeat a run. */
const seed = Number(process.env.SIM_SEED ?? (isAll ? randomBelow(2 ** 31) : 20_261_121))
const actions = sizeOf(import.meta.url, { least: 50, turn: 100, all: 500 })
/** The balance covers three of five actions. */
const affordable = (actions * 3) / 5

const start = new Date('2026-11-22T12:00:00Z')
const one = 100_000_000n
const each = { amount: '10', units: 10n * one }
const fee = (each.units * 3n) / 1_000n

async function open(db: Db, { walletId, key }: TestWallet): Promise<void> {
  const from = outside('bsc')
  const at = start
  const address = `0x${'1'.repeat(40)}` as Address
  const issuedAt = Math.floor(start.getTime() / 1_000)
  await db.transaction(async (tx) => {
    const postings = [
      { from, to: available(walletId), asset: 'USDT' as const, units: BigInt(affordable) * each.units, code: 2 },
      { from, to: company('capital'), asset: 'USDT' as const, units: 500_000n * one },
      { from: outside('eth'), to: company('capital'), asset: 'WLD' as const, units: 500_000n * one },
    ]
    await post(tx, { key: 'test:coins', at, postings })
    const [baseUnits, quotedUnits] = [200_000n * one, 160_000n * one]
    await seedMarket(tx, { pair: 'USDT-WLD', baseUnits, quotedUnits, key: 'test:seed', at })
    await changeSetting(tx, withoutCodeValue, { value: '10000', reason: 'test', at })
    await tx.query(
      `INSERT INTO network (chain, evm_chain_id, genesis_hash, tokens, start_block, explorer_url, demo, enabled)
       VALUES ('bsc', 1, 'genesis', '{"USDT": "0x01"}', 0, '', true, true)`,
    )
    const signature = signText(bindMessage(walletId, 'bsc', address, issuedAt), key)
    const names = { walletId, chain: 'bsc', address, remark: 'mine', signedAddress: address } as const
    await keepBound(tx, { ...names, issuedAt, publicKey: key.publicText, signature, boundAt: at, payableFrom: at })
  })
}

describe('withdrawals, transfers and trades of one balance at once', () => {
  let db: Db
  let payer: TestWallet
  let friend: TestWallet
  let secret: Uint8Array
  let keys = 0
  let codes = 0
  const clock = stoppedClock(start)
  const nextKey = (): string => {
    keys += 1
    return `one-balance:${keys}`
  }
  beforeAll(async () => {
    db = await testDb()
    payer = await testWallet(db, { at: start })
    friend = await testWallet(db, { at: start })
    await open(db, payer)
    const as = { db, clock, nextKey }
    secret = Secret.fromBase32((await callAs(as, setUpGoogle, payer.walletId, {})).secret).bytes
    await callAs(as, bindGoogle, payer.walletId, { code: codeAt(secret, start) })
  })
  afterAll(() => db.close())

  const refusalOf = (error: unknown): string => {
    if (error instanceof Refusal) return error.key
    throw error
  }
  /** Retries with a new code if a later one was used. */
  const withdraw = async (): Promise<string> => {
    codes += 1
    const wall = addMs(start, codes * stepSeconds * 1_000)
    const asked = { chain: 'bsc', coin: 'USDT', amount: each.amount, code: codeAt(secret, wall) } as const
    const said = await callAs({ db, clock, nextKey, wall }, requestWithdrawal, payer.walletId, asked).then(
      () => 'withdrawn',
      refusalOf,
    )
    return said === 'identity.code_used' ? withdraw() : said
  }
  const transfer = (): Promise<string> =>
    callAs({ db, clock, nextKey }, makeTransfer, payer.walletId, {
      receiverId: friend.walletId,
      coin: 'USDT',
      amount: each.amount,
    }).then(() => 'transferred', refusalOf)
  const exchange = (): Promise<string> =>
    callAs({ db, clock, nextKey }, makeTrade, payer.walletId, {
      exchangeId: 1,
      direction: 'buy',
      amount: each.amount,
      least: '0',
    }).then(() => 'traded', refusalOf)

  it(`of ${actions}, exactly the ${affordable} succeed that the balance allows (SIM_SEED=${seed})`, async () => {
    const before = await reservesOf(db, 'USDT-WLD')
    const dice = seededDice(seed)
    const kinds = Array.from({ length: actions }, () => dice.pick([withdraw, transfer, exchange]))
    const answers = await Promise.all(kinds.map((act) => act()))
    const countOf = (word: string) => answers.filter((answer) => answer === word).length
    const [withdrawn, transferred, traded] = [countOf('withdrawn'), countOf('transferred'), countOf('traded')]
    expect(withdrawn + transferred + traded).toBe(affordable)
    expect(countOf('balance.insufficient')).toBe(actions - affordable)
    for (const count of [withdrawn, transferred, traded]) expect(count).toBeGreaterThan(0)

    const has = (account: Parameters<typeof balanceOf>[1]) => balanceOf(db, account, 'USDT')
    expect(await has(available(payer.walletId))).toBe(0n)
    expect(await has(held(payer.walletId))).toBe(BigInt(withdrawn) * each.units)
    expect(await has(available(friend.walletId))).toBe(BigInt(transferred) * each.units)
    expect(await has(company('fees'))).toBe(BigInt(traded) * fee)
    const after = await reservesOf(db, 'USDT-WLD')
    expect(after.base - before.base).toBe(BigInt(traded) * (each.units - fee))
    expect(before.quoted - after.quoted).toBe(await balanceOf(db, available(payer.walletId), 'WLD'))
    expect(await audit(db)).toEqual([])
    expect(await findWithdrawalProblems(db)).toEqual([])
  })
})
