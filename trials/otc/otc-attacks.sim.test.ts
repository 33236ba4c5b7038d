import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { otcRules, postAd } from '#features/otc/ads/ads.contract.ts'
import {
  cancelTransaction,
  getTransaction,
  giveEvidence,
  listTransactions,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { keepPicture } from '#identity/pictures/picture.store.ts'
import { holdWithdrawals } from '#identity/wallet.store.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { reputationOf } from '#otc/ads/standing.store.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import { operate } from '#server/test/test-operator.ts'
import { type OtcWorld, otcWorld, sellAd, takeOf } from './test-otc-world.ts'

describe('an attacker of trades over the counter', () => {
  let world: OtcWorld
  let maker: WalletId
  let taker: WalletId
  beforeAll(async () => {
    world = await otcWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ;[maker, taker] = [await world.newWallet(), await world.newWallet()]
    world.clock.advance(2 * dayMs)
    while ((await closeUnpaid(world.db, world.clock.now())) > 0);
  })

  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: Error) => error.message,
    )
  const post = (change = {}, wallet = maker) => world.call(postAd, wallet, { ...sellAd('1000'), ...change })
  const take = (ad: number, wallet = taker, amount = '10') => world.call(takeAd, wallet, takeOf(ad, amount))
  const pay = (id: number, wallet = taker) => world.call(markPaid, wallet, { id, payerName: 'Ben Khan' })
  const release = (id: number, wallet = maker) => world.call(releaseCoins, wallet, { id, payerName: 'Ben Khan' })

  it('does not empty a wallet in slices while a change of security is waited for', async () => {
    const until = addMs(world.clock.now(), dayMs)
    await world.db.transaction((tx) => holdWithdrawals(tx, taker, until, 'password'))
    const given: string[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const thief = await world.newWallet()
      const ad = await post({ side: 'buy' }, thief)
      given.push(
        await refusal(
          (async () => {
            const { id } = await take(ad.id, taker, '60')
            await pay(id, thief)
            await release(id, taker)
          })(),
        ),
      )
    }
    expect(given).toEqual(['done', 'otc.held', 'otc.held'])
  })

  it('leaves at most three in a day, however many are open', async () => {
    const takeOne = async () => refusal(take((await post({}, await world.newWallet())).id))
    const leave = async (most: number) => {
      const { items } = await world.call(listTransactions, taker, { open: '1' })
      for (const { id } of items.slice(0, most)) await world.call(cancelTransaction, taker, { id })
    }
    for (let nth = 0; nth < 3; nth += 1) expect(await takeOne()).toBe('done')
    await leave(2)
    const more = [await takeOne(), await takeOne()]
    await leave(3)
    expect((await world.call(otcRules, taker, {})).cancels).toBe(3)
    expect(more).toEqual(['otc.reputation_insufficient', 'otc.reputation_insufficient'])
  })

  it('does not bind the coins of many sellers by an ad that costs nothing', async () => {
    const ad = await post({ side: 'buy', amount: '100000', most: '500' })
    const answers = []
    for (let nth = 0; nth < 4; nth += 1) answers.push(await refusal(take(ad.id, await world.newWallet())))
    expect(answers).toEqual(['done', 'done', 'done', 'otc.ad_cannot_be_ordered'])
  })

  it('is not free to say that they paid: what was decided against them counts like what they left', async () => {
    for (let nth = 0; nth < 3; nth += 1) {
      const seller = await world.newWallet()
      const { id } = await take((await post({}, seller)).id)
      await pay(id)
      await world.call(openDispute, seller, { id, reason: 'nothing came' })
      await operate(world, `otc decide ${id} none nothing was paid`)
    }
    expect((await world.call(otcRules, taker, {})).cancels).toBe(3)
    expect(await refusal(take((await post()).id))).toBe('otc.reputation_insufficient')
  })

  it('does not make two who were invited by the same one look trusted', async () => {
    const sponsor = await world.newWallet()
    const [one, other] = [await world.newWallet(sponsor), await world.newWallet(sponsor)]
    const { id } = await take((await post({}, one)).id, other)
    await pay(id, other)
    await release(id, one)
    expect((await world.call(getTransaction, other, { id })).other).toMatchObject({ completed: 0, partners: 0 })
  })

  const partnersAfter = async (seller: WalletId, buyers: readonly WalletId[], amount = '100') => {
    const ad = await post({ amount: '4000', most: '500' }, seller)
    for (const buyer of buyers) {
      const { id } = await take(ad.id, buyer, amount)
      await pay(id, buyer)
      await release(id, seller)
    }
    return (await world.call(otcRules, seller, {})).partners
  }
  const five = (make = () => world.newWallet()) => Promise.all(Array.from({ length: 5 }, make))
  const send = (from: WalletId, to: WalletId, amount: string) =>
    world.call(makeTransfer, from, { receiverId: to, coin: 'USDT', amount })

  it('looks trusted after trading enough with five strangers, and not for cents', async () => {
    expect(await partnersAfter(maker, await five(), '99.99')).toBe(0)
    expect(await partnersAfter(await world.newWallet(), await five())).toBe(5)
  })

  it('does not make itself trusted by wallets that it pays, or that pay it back', async () => {
    const sybils = await five()
    for (const each of sybils) await send(maker, each, '150')
    expect(await partnersAfter(maker, sybils)).toBe(0)
    const others = await five()
    const seller = await world.newWallet()
    expect(await partnersAfter(seller, others)).toBe(5)
    for (const each of others.slice(1)) await send(each, seller, '90')
    expect((await world.call(otcRules, seller, {})).partners).toBe(1)
  })

  it('does not make itself trusted by wallets that one purse has paid, or one sponsor invited', async () => {
    const [purse, sponsor] = [await world.newWallet(), await world.newWallet()]
    const paid = await five()
    for (const each of paid) await send(purse, each, '150')
    expect(await partnersAfter(maker, paid)).toBe(1)
    expect(await partnersAfter(await world.newWallet(), await five(() => world.newWallet(sponsor)))).toBe(1)
    const seller = await world.newWallet()
    await send(purse, seller, '150')
    const again = await five()
    for (const each of again) await send(purse, each, '150')
    expect(await partnersAfter(seller, again)).toBe(0)
  })

  it('reads no more of one who trades for having traded much', async () => {
    const asked: [string, readonly unknown[]][] = []
    const listening: Sql = {
      ...world.db,
      query: (text, params) => {
        asked.push([text, params ?? []])
        return world.db.query(text, params)
      },
    }
    await reputationOf(listening, maker, world.clock.now())
    for (const [text, params] of asked) {
      const plan = await world.db.query<Record<string, string>>(`EXPLAIN ${text}`, params)
      const lines = plan.flatMap((row) => Object.values(row))
      expect(lines.filter((line) => /^ *(-> +)?Limit/.test(line))).toHaveLength(2)
    }
  })

  it('turns no text around and writes no line that looks like another one', async () => {
    const trick = 'Pay \u202Eelbatpecca\u202C\u001B[2Jnow'
    const account = (number: string) => [
      { paymentMethod: 1, details: { holder: 'Ana\u202E ziuR', bank: 'A\nB', account: number } },
    ]
    const turned = await post({ terms: trick, methods: account('\u202ELBCS63KP') }).catch(
      (error: Error) => error.message,
    )
    expect(turned).toMatch(/format$/)
    const clean = await post({ terms: trick, methods: account('PK36SCBL') })
    expect(clean.terms).toBe('Pay elbatpecca[2Jnow')
    const { id } = await world.call(takeAd, taker, { ...takeOf(clean.id, '10'), paymentMethod: 1 })
    const paid = await world.call(markPaid, taker, { id, payerName: 'Ben\n\u202EKhan' })
    expect([paid.payerName, paid.details]).toEqual([
      'Ben Khan',
      { holder: 'Ana ziuR', bank: 'A B', account: 'PK36SCBL' },
    ])
    const reason = 'nothing came\u001B[1A\n2026-11-24T12:00:00.000Z  released  seller'
    await world.call(openDispute, taker, { id, reason })
    const { text } = await operate(world, `otc show ${id}`)
    expect(text).not.toContain('\u001B')
    expect(text.split('\n')).not.toContain('2026-11-24T12:00:00.000Z  released  seller')
  })

  it('holds up no timer of others by those that cannot be closed, however many they are', async () => {
    // More trades than one timer run closes.
    const unclosable = 52
    const { id: ad } = await post()
    const taken: { readonly buyer: WalletId; readonly id: number }[] = []
    for (let nth = 0; nth <= unclosable; nth += 1) {
      const buyer = await world.newWallet()
      taken.push({ buyer, id: (await take(ad, buyer)).id })
    }
    world.clock.advance(hourMs)
    let turn = 0
    const failing: typeof world.db = {
      ...world.db,
      transaction: (work) => {
        turn += 1
        return turn <= unclosable ? Promise.reject(new Error('it cannot be closed')) : world.db.transaction(work)
      },
    }
    await expect(closeUnpaid(failing, world.clock.now())).rejects.toThrow('it cannot be closed')
    const states = []
    for (const { buyer, id } of taken) states.push((await world.call(getTransaction, buyer, { id })).state)
    expect(states).toEqual([...Array(unclosable).fill('initialised'), 'closed'])
  })

  it('fills no disk with pictures: so many in a day, in however many disputes', async () => {
    let kept = 0
    for (let nth = 0; nth < 4; nth += 1) {
      const seller = await world.newWallet()
      const { id } = await take((await post({}, seller)).id)
      await pay(id)
      await world.call(openDispute, taker, { id, reason: 'nothing came' })
      for (let count = 0; count < 9; count += 1) {
        const whose = { walletId: taker, category: 'evidence' } as const
        const picture = await world.db.transaction((tx) =>
          keepPicture(tx, whose, new Uint8Array([nth, count]), { at: world.clock.now(), quota: 'evidence' }),
        )
        if ((await refusal(world.call(giveEvidence, taker, { id, picture }))) === 'done') kept += 1
      }
      await release(id, seller)
    }
    expect(kept).toBe(27)
  })
})
