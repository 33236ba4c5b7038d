import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { disableAd, postAd } from '#features/otc/ads/ads.contract.ts'
import { markPaid, openDispute, takeAd } from '#features/otc/orders/transactions.contract.ts'
import { approveProposal, propose, speakFor } from '#identity/operators/operator-proposals.store.ts'
import type { Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { company } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { lockAdEntry, releaseEscrowEntry, splitEscrow } from '#otc/escrow.ts'
import { findTransaction } from '#otc/transactions.store.ts'
import { keepDemoOperators } from '#server/ops/base/demo-operators.ts'
import { type OtcWorld, otcWorld, sellAd, takeOf } from './test-otc-world.ts'

const nobody = () => expect.unreachable('there are two')

/** Number of trade rows that the transaction has read. */
const readSoFar = `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int8 AS count FROM pg_stat_xact_user_tables
  WHERE relname = 'otc_transaction'`

describe('written past all code', () => {
  let world: OtcWorld
  let maker: WalletId
  let taker: WalletId
  let thief: WalletId
  beforeAll(async () => {
    world = await otcWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ;[maker, taker, thief] = [await world.newWallet(), await world.newWallet(), await world.newWallet()]
  })

  const take = async (side: 'sell' | 'buy' = 'sell') => {
    const ad = await world.call(postAd, maker, { ...sellAd('100'), side })
    const { id } = await world.call(takeAd, taker, takeOf(ad.id, '10'))
    return id
  }
  const load = async (tx: Tx, id: number) =>
    (await findTransaction(tx, BigInt(id))) ?? expect.unreachable('it was just taken')
  const refused = (work: (tx: Tx) => Promise<unknown>) =>
    world.db.transaction(work).then(
      () => 'done',
      (error: Error) => error.message,
    )

  it('a dispute does not begin decided: what was paid goes back by the word of two alone', async () => {
    const id = await take()
    await world.call(markPaid, taker, { id, payerName: 'Ben Khan' })
    const said = await refused(async (tx) => {
      await tx.query("UPDATE otc_transaction SET state = 'disputed' WHERE id = $1", [id])
      await tx.query(
        `INSERT INTO otc_dispute (transaction_id, opened_by, reason, opened_at, told_at, decided_at, decided_units, decision)
         VALUES ($1, $2, 'mine', now(), now(), now(), 0, 'mine')`,
        [id, maker],
      )
      await tx.query("UPDATE otc_transaction SET state = 'closed', ended_at = now() WHERE id = $1", [id])
    })
    expect(said).toContain('begins undecided')
  })

  it('a transaction begins at its beginning, and as its ad says', async () => {
    const id = await take()
    const again = (change: Record<string, string>) => {
      const columns = `ad_id, maker_id, taker_id, seller_id, buyer_id, fiat, price_units, units, fiat_units, method, sealed_details, terms,
        escrow_units, state, taken_at, pay_until, ended_at, fault_id, counts`
      const row = { taker_id: `'${thief}'`, buyer_id: `'${thief}'`, units: '100', escrow_units: '100', ...change }
      const values = columns.split(',').map((name) => row[name.trim() as keyof typeof row] ?? name)
      return refused(async (tx) => {
        await tx.query(
          `INSERT INTO otc_transaction (${columns}) SELECT ${values.join(', ')} FROM otc_transaction WHERE id = $1`,
          [id],
        )
      })
    }
    const ended = { state: "'closed'", ended_at: 'now()', fault_id: `'${maker}'` }
    expect(await again(ended), 'a fault that never was').toContain('begins')
    const other = await world.newWallet()
    expect(await again({ maker_id: `'${other}'`, seller_id: `'${other}'` }), 'of somebody else').toContain('as its ad')
    expect(await again({ fiat: "'USD'" }), 'in another currency').toContain('as its ad')
    const { ad } = await world.db
      .query<{ ad: bigint }>('SELECT ad_id AS ad FROM otc_transaction WHERE id = $1', [id])
      .then(([row]) => row ?? expect.unreachable('it is there'))
    await world.call(disableAd, maker, { id: Number(ad) })
    expect(await again({}), 'of an ad that is off').toContain('as its ad')
  })

  it('coins part between the two it is about, and to nobody else', async () => {
    const id = await take()
    await world.call(markPaid, taker, { id, payerName: 'Ben Khan' })
    const said = await refused(async (tx) => {
      const transaction = await load(tx, id)
      const parts = splitEscrow(transaction, transaction.units)
      await post(tx, releaseEscrowEntry({ ...transaction, buyerId: thief }, parts, world.clock.now()))
      await tx.query(
        "UPDATE otc_transaction SET state = 'released', ended_at = now(), released_units = units, fee_units = $2 WHERE id = $1",
        [id, `${parts.fee}`],
      )
    })
    expect(said).toContain('coins of transaction')
  })

  it('an ad is posted with the coins of its maker', async () => {
    const said = await refused(async (tx) => {
      const [row] = await tx.query<{ id: bigint }>(
        `INSERT INTO otc_ad (maker_id, side, fiat, price_units, units, least_units, most_units, window_minutes, terms, methods, state, posted_at)
         VALUES ($1, 'sell', 'PKR', 281, 1000, 1, 1000, 30, '', '[]', 'enabled', now()) RETURNING id`,
        [thief],
      )
      await post(tx, lockAdEntry({ id: row?.id ?? 0n, makerId: maker }, 1000n, world.clock.now()))
    })
    expect(said).toContain('coins of ad')
  })

  it('an ad is counted by its transactions, and by nobody else, at the same cost however many it has had', async () => {
    const id = await take()
    const { ad } = await world.db
      .query<{ ad: bigint }>('SELECT ad_id AS ad FROM otc_transaction WHERE id = $1', [id])
      .then(([row]) => row ?? expect.unreachable('it is there'))
    for (const change of ['bound_units = 0', 'bound_units = 0, done_units = bound_units', 'done_units = 5'])
      expect(await refused((tx) => tx.query(`UPDATE otc_ad SET ${change} WHERE id = $1`, [ad]))).toContain('binds')
    const copied =
      'maker_id, side, fiat, price_units, units, least_units, most_units, window_minutes, terms, methods, state, posted_at'
    const born = `INSERT INTO otc_ad (${copied}, done_units) SELECT '${thief}', ${copied.slice('maker_id, '.length)}, 5 FROM otc_ad WHERE id = $1`
    expect(await refused((tx) => tx.query(born, [ad]))).toContain('binds')
    const read = () => {
      let rows = 0n
      return refused(async (tx) => {
        const [{ count: before } = { count: 0n }] = await tx.query<{ count: bigint }>(readSoFar)
        await tx.query("UPDATE otc_transaction SET state = 'paid', paid_at = now(), sealed_payer = 'x' WHERE id = $1", [
          id,
        ])
        await tx.query('SET CONSTRAINTS ALL IMMEDIATE')
        const [{ count: after } = { count: 0n }] = await tx.query<{ count: bigint }>(readSoFar)
        rows = after - before
        throw new Error(`undone`)
      }).then(() => rows)
    }
    const few = await read()
    for (let nth = 0; nth < 9; nth += 1) await world.call(takeAd, await world.newWallet(), takeOf(Number(ad), '10'))
    expect([few > 0n, await read()]).toEqual([true, few])
  })

  it('the fee is the fee, whatever is written', async () => {
    const id = await take('buy')
    const said = await refused(async (tx) => {
      const { sellerId, units } = await load(tx, id)
      const escrow = units + units / 500n
      await post(tx, {
        key: `otc:${id}:ended`,
        ref: `otc:${id}`,
        at: world.clock.now(),
        postings: [
          {
            from: { owner: `wallet:${sellerId}`, purpose: 'held', holder: sellerId },
            to: company('fees'),
            asset: 'USDT',
            units: escrow,
            code: 23,
          },
        ],
      })
      await tx.query(
        "UPDATE otc_transaction SET state = 'closed', ended_at = now(), fee_units = escrow_units WHERE id = $1",
        [id],
      )
    })
    expect(said).toContain('otc_transaction_fee')
  })

  it('evidence is given by the two, and a dispute is opened by one of them', async () => {
    const id = await take()
    await world.call(markPaid, taker, { id, payerName: 'Ben Khan' })
    const open = (by: WalletId) => [
      "UPDATE otc_transaction SET state = 'disputed' WHERE id = $1",
      `INSERT INTO otc_dispute (transaction_id, opened_by, reason, opened_at, told_at) VALUES ($1, '${by}', 'mine', now(), now())`,
      `INSERT INTO otc_evidence (transaction_id, wallet_id, picture, bytes, at) VALUES ($1, '${thief}', 'x', '', now())`,
    ]
    for (const [by, says] of [
      [thief, 'not between its two'],
      [maker, 'evidence about transaction'],
    ] as const)
      expect(
        await refused(async (tx) => {
          for (const text of open(by)) await tx.query(text, [id])
        }),
      ).toContain(says)
  })

  const decide = async (units: number, hours: number) => {
    ;[maker, taker] = [await world.newWallet(), await world.newWallet()]
    const id = await take()
    await world.call(markPaid, taker, { id, payerName: 'Ben Khan' })
    await world.call(openDispute, taker, { id, reason: 'nothing came' })
    return refused(async (tx) => {
      const [first, second] = await keepDemoOperators(tx, world.clock.now())
      const { id: word } = await propose(
        tx,
        { verb: 'fund loss', args: [], flags: {}, guard: 'two', will: [] },
        first ?? nobody(),
      )
      await approveProposal(tx, word, second ?? nobody(), true)
      await speakFor(tx, word)
      await tx.query(
        `UPDATE otc_dispute SET decided_at = told_at + $2 * interval '1 hour', decided_units = $3, decision = 'half'
         WHERE transaction_id = $1`,
        [id, hours, units],
      )
    })
  }

  it('a decision ends what it decides', async () => {
    expect(await decide(5, 72)).toContain('ends with its decision')
    expect(await decide(0, 1)).toContain('ends with its decision')
  })

  it('a seller who has not answered has 72 hours before anything goes to the buyer', async () => {
    const id = await take()
    await world.call(markPaid, taker, { id, payerName: 'Ben Khan' })
    await world.call(openDispute, taker, { id, reason: 'nothing came' })
    const told = "UPDATE otc_dispute SET told_at = told_at - interval '72 hours' WHERE transaction_id = $1"
    expect(await refused((tx) => tx.query(told, [id]))).toContain('keeps what was said')
    expect(await decide(1, 71)).toContain('has time to answer')
  })
})
