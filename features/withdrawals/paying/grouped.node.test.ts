import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveStage, placeAsked } from '#custody/payments/approving/review.store.ts'
import { lockFlow } from '#custody/payments/approving/velocity.store.ts'
import { withdrawalLimits, withdrawalVelocity } from '#custody/payments/withdrawal-settings.ts'
import { keepWithdrawals, type Withdrawal } from '#custody/payments/withdrawals.store.ts'
import { lockWallets } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { keptAddress } from '#kit/chain/address.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { randomUuid } from '#kit/text/random.ts'
import { dayMs } from '#kit/time/clock.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { available, held } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, type Holder, newHolder } from '#server/test/test-funds.ts'
import { home } from '#server/test/test-money-world.ts'
import { requestWithdrawal } from '../withdrawals.contract.ts'

let chain: TestChain
let app: TestApp
let people: [Holder, Holder, Holder, Holder, Holder]
beforeAll(async () => {
  chain = await testChain()
  app = await testApp()
  await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
  const made: Holder[] = []
  for (let place = 0; place < 5; place += 1) made.push(await newHolder(app))
  people = made as typeof people
  for (const holder of people.slice(0, 4)) {
    await holder.bind('bsc', home)
    await credit(app, holder, 'bsc', 'USDT', '1000')
  }
  app.clock.advance(dayMs)
})
afterAll(async () => {
  await app.close()
  await chain.close()
})

const units = (text: string) => parseUnits(text) ?? 0n
const has = async ({ walletId }: Holder) =>
  Promise.all([available(walletId), held(walletId)].map((account) => balanceOf(app.db, account, 'USDT')))
const count = async () =>
  Number((await app.db.query<{ count: bigint }>('SELECT count(*) AS count FROM withdrawal'))[0]?.count)

type Wish = { readonly holder: Holder; readonly amount: string; readonly code?: string; readonly key?: string }
async function askAtOnce(wishes: readonly Wish[]) {
  for (const holder of new Set(wishes.map((wish) => wish.holder))) await holder.client.confirm()
  if (wishes.some(({ code }) => code === undefined)) people[0].code()
  const codes = new Map(wishes.map(({ holder }) => [holder, holder.codeNow()]))
  return Promise.all(
    wishes.map(({ holder, amount, code = codes.get(holder) ?? '', key = randomUuid() }) =>
      holder.client.send(
        requestWithdrawal,
        { chain: 'bsc', coin: 'USDT', amount, code },
        { headers: { [headers.idempotencyKey]: key } },
      ),
    ),
  )
}
const said = async (wishes: readonly Wish[]) => (await askAtOnce(wishes)).map(({ envelope }) => envelope.msg)

it('withdrawals of one moment answer for themselves: what is refused has written nothing and harms no other', async () => {
  const [a, b, c, d, e] = people
  const before = await count()
  const answers = await said([
    { holder: a, amount: '100' },
    { holder: b, amount: '1001' },
    { holder: c, amount: '100', code: '000000' },
    { holder: d, amount: '50' },
    { holder: e, amount: '100' },
  ])
  expect(answers).toEqual([
    'success',
    'balance.insufficient',
    'identity.code_wrong',
    'success',
    'funds.address_not_bound',
  ])
  expect(await Promise.all([a, b, c, d].map(has))).toEqual([
    [units('900'), units('100')],
    [units('1000'), 0n],
    [units('1000'), 0n],
    [units('950'), units('50')],
  ])
  expect(await count()).toBe(before + 2)
})

it('one wallet that asks many times at once is heard once with one code, and one wrong code counts once', async () => {
  const [, , c] = people
  const answers = await said(Array.from({ length: 6 }, () => ({ holder: c, amount: '600' })))
  expect(answers.filter((msg) => msg === 'success')).toHaveLength(1)
  expect(await has(c)).toEqual([units('400'), units('600')])
  const attempts = await app.db.query<{ attempts: number; pending: number }>(
    `SELECT attempts, pending FROM secret_attempts WHERE wallet_id = $1 AND scope = 'code:inside'`,
    [c.walletId],
  )
  expect(attempts).toEqual([{ attempts: 0, pending: 0 }])
})

it('a repeat finds its first answer, in the same moment and later, and no coin moves twice', async () => {
  const [a, b] = people
  const [key, code] = [randomUuid(), a.code()]
  const [before] = await has(a)
  const [wish, larger] = [
    { holder: a, amount: '20', key, code },
    { holder: a, amount: '30', key, code },
  ]
  const [first, again, other, another] = await askAtOnce([
    wish,
    wish,
    { holder: b, amount: '20', code: b.codeNow() },
    larger,
  ])
  expect(other?.envelope.msg).toBe('success')
  // Order of arrival is random; only the first one counts.
  const isLarger = another?.envelope.msg === 'success'
  const [won, lost] = isLarger ? [[another], [first, again]] : [[first, again], [another]]
  expect(won.map((each) => each?.envelope)).toEqual(won.map(() => won[0]?.envelope))
  expect([won[0]?.envelope.msg, ...lost.map((each) => each?.envelope.msg)]).toEqual([
    'success',
    ...lost.map(() => 'request.key_conflict'),
  ])
  const counted = isLarger ? larger : wish
  const [later, used] = await askAtOnce([counted, { ...counted, key: randomUuid() }])
  expect([later?.envelope, used?.envelope.msg]).toEqual([won[0]?.envelope, 'identity.code_used'])
  expect((await has(a))[0]).toBe((before ?? 0n) - units(counted.amount))
})

it('a wrong code costs its own wallet one try, with others in its group or without, and too much asked for tells nothing of a code', async () => {
  const [a, b, , d] = people
  const attemptsOf = async () => {
    const rows = await app.db.query<{ id: string; attempts: number; pending: number }>(
      `SELECT wallet_id AS id, attempts, pending FROM secret_attempts WHERE scope = 'code:inside'`,
    )
    const found = new Map(rows.map(({ id, ...each }) => [id, each]))
    return [a, b, d].map(({ walletId }) => found.get(walletId) ?? { attempts: 0, pending: 0 })
  }
  const code = '000000'
  const left = [
    [1, 0, 0],
    [2, 0, 0],
  ].map((attempts) => attempts.map((wrong) => ({ attempts: wrong, pending: 0 })))
  const wishes = [{ holder: a, amount: '20', code }, ...[b, d].map((holder) => ({ holder, amount: '20' }))]
  expect(await said(wishes)).toEqual(['identity.code_wrong', 'success', 'success'])
  expect(await attemptsOf()).toEqual(left[0])
  const broken = failing(app.db, b.walletId)
  const answers = await said(wishes)
  broken.mend()
  expect(answers).toEqual(['identity.code_wrong', 'request.internal', 'success'])
  expect(await attemptsOf()).toEqual(left[1])
  const tooMuch = [
    { holder: a, amount: '100000', code },
    { holder: d, amount: '100000' },
  ]
  expect(await said(tooMuch)).toEqual(['balance.insufficient', 'balance.insufficient'])
  expect(await attemptsOf()).toEqual(left[1])
  expect(await said([{ holder: a, amount: '20' }])).toEqual(['success'])
})

it('whoever waits for a balance holds no lock that all withdrawals share', async () => {
  const { transaction } = app.db
  const asked: string[] = []
  const heard = (tx: Tx): Tx => ({
    ...tx,
    query: (async (text: string, params?: readonly unknown[], name?: string) => {
      const what = ['post_entries', 'withdrawals.velocity'].find((each) => text.includes(each))
      if (what) asked.push(`${what} is asked`)
      const rows = await tx.query(text, params, name)
      if (what) asked.push(`${what} is answered`)
      return rows
    }) as Tx['query'],
  })
  app.db.transaction = (work, options) => transaction((tx) => work(heard(tx)), options)
  const answers = await said([{ holder: people[0], amount: '20' }])
  app.db.transaction = transaction
  expect(answers).toEqual(['success'])
  const places = ['post_entries is answered', 'withdrawals.velocity is asked'].map((each) => asked.indexOf(each))
  expect(places).toEqual([1, 2])
})

it('a group that is undone sends each on its way alone: only the one at fault fails, and no code is lost', async () => {
  const [a, b, , d] = people
  const [ofA, ofD] = [await has(a), await has(d)]
  const broken = failing(app.db, b.walletId)
  const answers = await said([a, b, d].map((holder) => ({ holder, amount: '20' })))
  broken.mend()
  expect(answers).toEqual(['success', 'request.internal', 'success'])
  expect((await has(a))[0]).toBe((ofA[0] ?? 0n) - units('20'))
  expect((await has(d))[0]).toBe((ofD[0] ?? 0n) - units('20'))
  expect(await said([{ holder: b, amount: '20' }])).toEqual(['success'])
  const waiting = await app.db.query('SELECT 1 FROM secret_attempts WHERE pending > 0 OR attempts > 0')
  expect(waiting.length).toBeLessThanOrEqual(1)
})

it('those let go together are those that would be let go one after another', async () => {
  const { db, clock } = app
  const at = clock.now()
  await db.transaction(async (tx) => {
    const value = { ...withdrawalVelocity.initial, hourValue: '10000', rushFloorValue: '7000' }
    await changeSetting(tx, withdrawalVelocity, { value, reason: 'a test', at })
    const limits = { ...withdrawalLimits.initial, maximumValue: '5000', dayLimitValue: '5000' }
    await changeSetting(tx, withdrawalLimits, { value: limits, reason: 'a test', at })
  })
  const asked = [2800, 3600, 1600, 6000, 240, 3600, 80, 2000, 1200, 40].map((amount, place) => ({
    key: randomUuid(),
    walletId: (people[place % 4] as Holder).walletId,
    chain: 'bsc' as const,
    coin: place % 3 ? ('USDT' as const) : ('ATMC' as const),
    units: units(`${amount}`),
    feeUnits: units('1'),
    value: place === 4 ? undefined : units(`${amount}`),
    address: keptAddress('evm', home),
    needsReview: place === 6,
    at,
  }))
  const placedBy = async (place: (tx: Tx, kept: readonly Withdrawal[]) => Promise<unknown>) => {
    let states: unknown
    const undone = db.transaction(async (tx) => {
      await lockWallets(
        tx,
        asked.map(({ walletId }) => walletId),
      )
      const kept = await keepWithdrawals(tx, asked)
      await place(tx, kept)
      states = await tx.query(
        `SELECT state, review_until AS review, rush_until AS rush, let_go_at AS gone, note FROM withdrawal WHERE id = ANY ($1) ORDER BY id`,
        [kept.map(({ id }) => id)],
      )
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    return states as { state: string }[]
  }
  const alone = await placedBy(async (tx, kept) => {
    for (const { id } of kept) await moveStage(tx, id, at)
  })
  const together = await placedBy((tx, kept) =>
    placeAsked(
      tx,
      kept.map((withdrawal) => ({ withdrawal, now: at })),
    ),
  )
  expect(together).toEqual(alone)
  const little = alone.filter(({ state }) => state === 'sending').length
  await db.transaction((tx) =>
    changeSetting(tx, withdrawalVelocity, { value: withdrawalVelocity.initial, reason: 'a test', at }),
  )
  const freely = await placedBy((tx, kept) =>
    placeAsked(
      tx,
      kept.map((withdrawal) => ({ withdrawal, now: at })),
    ),
  )
  expect(freely.filter(({ state }) => state === 'sending').length).toBeGreaterThan(little)
  expect(new Set(alone.map(({ state }) => state))).toEqual(new Set(['sending', 'reviewing']))
  await db.transaction((tx) => lockFlow(tx))
})

function failing(db: Db, walletId: string) {
  const { transaction } = db
  const bend = (tx: Tx): Tx => ({
    ...tx,
    query: ((text: string, params?: readonly unknown[], name?: string) => {
      if (text.includes('INSERT INTO withdrawal ') && `${params}`.includes(walletId))
        throw new Error('a rule of the table')
      return tx.query(text, params, name)
    }) as Tx['query'],
  })
  db.transaction = (work, options) => transaction((tx) => work(bend(tx)), options)
  return {
    mend: () => {
      db.transaction = transaction
    },
  }
}
