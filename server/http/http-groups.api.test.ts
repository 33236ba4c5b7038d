import { availableParallelism } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { lockWallet } from '#identity/wallet.store.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomUuid } from '#kit/text/random.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import type { TestClient } from '../test/test-client.ts'
import { sendWire } from '../test/test-wire.ts'

let world: TestApp | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

type Payer = { readonly client: TestClient; readonly walletId: WalletId }

async function openWith(count: number, db?: Db): Promise<{ readonly app: TestApp; readonly payers: Payer[] }> {
  const app = await testApp(db ? { db } : {})
  world = app
  const payers: Payer[] = []
  for (let place = 0; place < count; place += 1) {
    const client = app.client()
    const { walletId } = await client.createWallet()
    await client.confirm()
    const given = {
      from: outside('eth'),
      to: available(walletId),
      asset: 'USDT',
      units: 10_00000000n,
      code: 2,
    } as const
    await app.db.transaction((tx) => post(tx, { key: `given:${place}`, at: app.clock.now(), postings: [given] }))
    payers.push({ client, walletId })
  }
  return { app, payers }
}

const pay = ({ client }: Payer, to: WalletId, amount: string, key?: string) =>
  client.send(
    makeTransfer,
    { receiverId: to, coin: 'USDT', amount },
    key ? { headers: { [headers.idempotencyKey]: key } } : {},
  )
const said = async (answers: readonly ReturnType<typeof pay>[]) =>
  (await Promise.all(answers)).map(({ envelope }) => envelope.msg)
const have = (app: TestApp, { walletId }: Payer) => balanceOf(app.db, available(walletId), 'USDT')

describe('writes of one moment', () => {
  it('are made together, and each answers for itself: what is refused harms no other', async () => {
    const { app, payers } = await openWith(6)
    const [a, b, c, d, e, f] = payers as [Payer, Payer, Payer, Payer, Payer, Payer]
    const answers = await said([
      pay(a, f.walletId, '2'),
      pay(b, f.walletId, '11'),
      pay(c, c.walletId, '2'),
      pay(d, f.walletId, '0.5'),
      pay(e, f.walletId, '3'),
    ])
    expect(answers).toEqual([
      'success',
      'balance.insufficient',
      'funds.receiver_not_valid',
      'funds.transfer_amount',
      'success',
    ])
    expect(await Promise.all(payers.map((payer) => have(app, payer)))).toEqual(
      [8n, 10n, 10n, 10n, 7n, 15n].map((coins) => coins * 100_000_000n),
    )
  })

  it('spend one balance as often as it lasts, however many ask at once', async () => {
    const { app, payers } = await openWith(2)
    const [payer, receiver] = payers as [Payer, Payer]
    const answers = await said(Array.from({ length: 30 }, () => pay(payer, receiver.walletId, '1')))
    expect(answers.filter((msg) => msg === 'success')).toHaveLength(10)
    expect(new Set(answers)).toEqual(new Set(['success', 'balance.insufficient']))
    expect(await have(app, payer)).toBe(0n)
  })

  it('find the answer they got before, in the same moment and later, and never move twice', async () => {
    const { app, payers } = await openWith(3)
    const [payer, receiver, other] = payers as [Payer, Payer, Payer]
    const key = randomUuid()
    const sent = [
      pay(payer, receiver.walletId, '2', key),
      pay(other, receiver.walletId, '2'),
      pay(payer, receiver.walletId, '2', key),
      pay(payer, receiver.walletId, '3', key),
    ]
    const [first, , again, another] = await Promise.all(sent)
    expect(again?.envelope).toEqual(first?.envelope)
    expect(another?.envelope.msg).toBe('request.key_conflict')
    expect((await pay(payer, receiver.walletId, '2', key)).envelope).toEqual(first?.envelope)
    expect(await have(app, payer)).toBe(8_00000000n)
  })

  it('go on alone when their transaction is undone: nobody is doubled, and only the one at fault fails', async () => {
    const { app, payers } = await openWith(4)
    const [a, b, c, receiver] = payers as [Payer, Payer, Payer, Payer]
    const broken = failing(app.db, b.walletId)
    const answers = await said([a, b, c].map((payer) => pay(payer, receiver.walletId, '2')))
    broken.mend()
    expect(answers).toEqual(['success', 'request.internal', 'success'])
    expect(await have(app, receiver)).toBe(14_00000000n)
    expect(await have(app, b)).toBe(10_00000000n)
  })
})

describe('one write that comes to two processes', () => {
  it('gets one answer, also while the first of them is not done: nobody is told that what was paid was refused', async () => {
    const { app, payers } = await openWith(2)
    const [payer, receiver] = payers as [Payer, Payer]
    const { db } = app
    let looked = () => {}
    const secondLooked = new Promise<void>((go) => {
      looked = go
    })
    const second = await testApp({
      db: watched(db, (text) => {
        if (text.includes('FROM kept_answer')) looked()
      }),
    })
    const given = { receiverId: receiver.walletId, coin: 'USDT', amount: '10' } as const
    const bent = { headers: { [headers.idempotencyKey]: randomUuid() } }
    const { transaction } = db
    let paid = () => {}
    const firstPaid = new Promise<void>((go) => {
      paid = go
    })
    db.transaction = (work) =>
      transaction(async (tx) => {
        const made = await work(tx)
        paid()
        await secondLooked
        return made
      })
    const first = payer.client.send(makeTransfer, given, bent)
    await firstPaid
    db.transaction = transaction
    const again = await sendWire({ ...payer.client.line, target: second.app }, makeTransfer, given, bent)
    expect((await first).envelope.msg).toBe('success')
    expect(again.envelope).toEqual((await first).envelope)
    expect(await have(app, receiver)).toBe(20_00000000n)
    await second.app.close()
  })
})

describe('what could hold a group up', () => {
  it('is refused before it gets there: a text that cannot be kept', async () => {
    const { payers } = await openWith(2)
    const [payer, receiver] = payers as [Payer, Payer]
    for (const remark of ['\ud800', 'a\udfffb'])
      expect(
        await payer.client.refusal(makeTransfer, { receiverId: receiver.walletId, coin: 'USDT', amount: '1', remark }),
      ).toBe('field.format')
  })

  it('holds up only whoever meets it: the others of its moment do not wait for a wallet somebody holds', async () => {
    const count = Math.min(availableParallelism() + 2, 6)
    const { app, payers } = await openWith(count + 3)
    const [a, receiver, held, ...meeting] = payers as [Payer, Payer, Payer, ...Payer[]]
    let letGo = () => {}
    const holding = app.db.transaction(async (tx) => {
      await lockWallet(tx, held.walletId)
      await new Promise<void>((go) => {
        letGo = go
      })
    })
    const met = meeting.map((payer) => pay(payer, held.walletId, '2'))
    const others = await said([pay(a, receiver.walletId, '2'), pay(receiver, a.walletId, '3')])
    expect(others).toEqual(['success', 'success'])
    expect(await said([pay(a, receiver.walletId, '2')])).toEqual(['success'])
    expect(await have(app, held)).toBe(10_00000000n)
    letGo()
    await holding
    expect(await said(met)).toEqual(meeting.map(() => 'success'))
    expect(await have(app, held)).toBe(10_00000000n + BigInt(count) * 2_00000000n)
  })
})

function watched(db: Db, tell: (text: string) => void): Db {
  const watch = (tx: Tx): Tx => ({
    ...tx,
    query: (async (text: string, params?: readonly unknown[], name?: string) => {
      const rows = await tx.query(text, params, name)
      tell(text)
      return rows
    }) as Tx['query'],
  })
  return { ...db, transaction: (work) => db.transaction((tx) => work(watch(tx))) }
}

function failing(db: Db, walletId: WalletId) {
  const { transaction } = db
  const bend = (tx: Tx): Tx => ({
    ...tx,
    query: ((text: string, params?: readonly unknown[], name?: string) => {
      if (text.startsWith('INSERT INTO transfer') && JSON.stringify(params).includes(walletId))
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
