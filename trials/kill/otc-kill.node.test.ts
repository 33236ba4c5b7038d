import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { loadMessages, sendMessage } from '#features/chat/chat.contract.ts'
import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { disableAd, postAd, removeAd } from '#features/otc/ads/ads.contract.ts'
import {
  answerDispute,
  getTransaction,
  giveEvidence,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { adInput, takeInput, units } from '#features/otc/test-otc.ts'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { isAll, sizeOf } from '#kit/test/test-size.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { dayMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, held, company as ours, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { findOtcProblems, otcHolds } from '#otc/otc-invariants.store.ts'
import type { TestClient } from '#server/test/test-client.ts'
import { type MortalWorld, mortalWorld } from './test-otc-world.ts'

/**
 * `npm test -- --all` kills at every step. STEPS selects a range ("1-12"). By default, every third call or process is killed at a seeded
 * step.
 */
const [firstStep, lastStep] = (process.env.STEPS ?? (isAll ? '1-80' : '')).split('-').map(Number)
const seed = Number(process.env.SEED ?? 20_261_123)
const dice = seededDice(seed)
const killedEvery = sizeOf(import.meta.url, { least: 3, turn: 1, all: 1 })

type Trader = { readonly client: TestClient; readonly walletId: WalletId }
const purse = '5000'

describe(`trades over the counter through kills of the API, the worker and the operator (seed ${seed})`, () => {
  let company: MortalWorld
  let killsAt: 'never' | 'once' | number = 'never'
  let seller: Trader
  let buyer: Trader
  let asked = 0
  beforeAll(async () => {
    company = await mortalWorld((_, steps) => {
      if (killsAt === 'never') return 0
      asked += 1
      if (killsAt === 'once' && asked % killedEvery > 0) return 0
      if (killsAt === 'once') return 1 + dice.below(steps ?? 1)
      return killsAt <= (steps ?? 0) ? killsAt : 0
    })
    ;[seller, buyer] = [await newTrader(), await newTrader()]
  })
  afterAll(() => company.close())

  async function newTrader(): Promise<Trader> {
    const client = company.client()
    const { walletId } = await client.createWallet()
    await client.call(declareRegion, { region: 'PK' })
    const posting = {
      from: outside('bsc'),
      to: available(walletId),
      asset: 'USDT',
      units: units(purse),
      code: 2,
    } as const
    await company.db.transaction((tx) => post(tx, { key: `test:${walletId}`, at: company.now(), postings: [posting] }))
    return { client, walletId }
  }
  const make: MortalWorld['make'] = (client, contract, input, name) => company.make(client, contract, input, name)
  const take = async (ad: number, amount: string) => (await make(buyer.client, takeAd, takeInput(ad, { amount }))).id
  const pay = (id: number) => make(buyer.client, markPaid, { id, payerName: 'Ben Khan' })
  const say = ({ client }: Trader, id: number, text: string) =>
    make(client, sendMessage, { kind: 'otc', subject: `${id}`, text })
  const saidIn = async (id: number) =>
    (await seller.client.call(loadMessages, { kind: 'otc', subject: `${id}` })).items.map(({ text }) => text).reverse()
  const stateOf = async (id: number) => (await seller.client.call(getTransaction, { id })).state
  const balances = async () => {
    const of = (account: Parameters<typeof balanceOf>[1]) => balanceOf(company.db, account, 'USDT')
    const both = [
      await of(available(seller.walletId)),
      await of(held(seller.walletId)),
      await of(available(buyer.walletId)),
    ]
    return [...both, await of(ours('fees'))]
  }
  const changedSince = async (before: readonly bigint[]) =>
    (await balances()).map((now, place) => Number(now - (before[place] ?? 0n)) / 1e8)

  async function journeys(): Promise<void> {
    const before = await balances()
    const ad = await make(seller.client, postAd, adInput({ amount: '1000' }))
    const unpaid = await take(ad.id, '30')
    await company.late()
    await company.worker('worker closes')
    expect(await stateOf(unpaid)).toBe('closed')
    const sale = await take(ad.id, '100')
    await say(buyer, sale, 'I pay now.')
    await pay(sale)
    await say(seller, sale, 'It came, thank you.')
    await company.late()
    await company.worker('worker leaves')
    await make(seller.client, releaseCoins, { id: sale, payerName: 'KHAN BEN' })
    expect(await saidIn(sale)).toEqual(['I pay now.', 'It came, thank you.'])

    const fought = await take(ad.id, '60')
    await pay(fought)
    await say(buyer, fought, 'I have paid.')
    await make(buyer.client, openDispute, { id: fought, reason: 'They do not answer.' })
    const file = new Uint8Array(testPng(8, 6))
    const { picture } = await buyer.client.call(uploadPicture, { category: 'evidence', filetype: 'image', file })
    await make(buyer.client, giveEvidence, { id: fought, picture })
    await say(seller, fought, 'Nothing came.')
    await make(seller.client, answerDispute, { id: fought, answer: 'A part came.' })
    await company.operator('otc', 'decide', `${fought}`, '25', 'a', 'part', 'was', 'paid')
    expect(await saidIn(fought)).toEqual(['I have paid.', 'Nothing came.'])
    expect(await seller.client.call(getTransaction, { id: fought })).toMatchObject({
      state: 'released',
      released: '25',
      dispute: { evidenceOfOther: 1, decided: { toBuyer: '25', reason: 'a part was paid' } },
      events: ['taken', 'paid', 'disputed', 'evidence', 'answered', 'decided'].map((kind) => ({ kind })),
    })
    await make(seller.client, disableAd, { id: ad.id })
    await make(seller.client, removeAd, { id: ad.id })
    expect(await changedSince(before)).toEqual([-125, 0, 124.75, 0.25])
    expect(await findOtcProblems(company.db)).toEqual([])
    expect(await findWithdrawalProblems(company.db, [otcHolds])).toEqual([])
    expect(await audit(company.db)).toEqual([])
    await company.late(dayMs)
  }

  it('lose nothing and double nothing, and a repeat finds the first answer', async () => {
    await journeys()
    expect(company.met.kills).toBe(0)
    if (firstStep === undefined || Number.isNaN(firstStep) || firstStep === 0) {
      killsAt = 'once'
      await journeys()
      expect(company.met.kills).toBeGreaterThanOrEqual(Math.floor(company.steps.size / killedEvery))
    } else
      for (
        let step = firstStep;
        step <= Math.min(lastStep ?? firstStep, Math.max(...company.steps.values()));
        step += 1
      ) {
        killsAt = step
        await journeys()
      }
    process.stdout.write(`${JSON.stringify({ ...company.met, steps: Object.fromEntries(company.steps), seed })}\n`)
  })
})
