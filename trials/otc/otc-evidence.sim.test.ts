import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postAd } from '#features/otc/ads/ads.contract.ts'
import {
  giveEvidence,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { keepPicture } from '#identity/pictures/picture.store.ts'
import { evidenceDays, quotas } from '#kit/store/quotas.ts'
import { randomBytes } from '#kit/text/random.ts'
import { dayMs, wallClock } from '#kit/time/clock.ts'
import { emptyEvidence, loadEvidence } from '#otc/disputes.store.ts'
import { type OtcWorld, otcWorld, sellAd, takeOf } from './test-otc-world.ts'

describe('evidence', () => {
  let world: OtcWorld
  beforeAll(async () => {
    world = await otcWorld()
  })
  afterAll(() => world.close())

  async function pass(days: number) {
    world.clock.advance(days * dayMs)
    const aheadMs = world.clock.now().getTime() - wallClock.now().getTime()
    await world.db.query('UPDATE demo_clock SET offset_ms = $1', [aheadMs])
  }

  async function disputed() {
    const [maker, taker] = [await world.newWallet(), await world.newWallet()]
    const ad = await world.call(postAd, maker, sellAd('100'))
    const { id } = await world.call(takeAd, taker, takeOf(ad.id, '10'))
    await world.call(markPaid, taker, { id, payerName: 'Ben Khan' })
    await world.call(openDispute, taker, { id, reason: 'nothing came' })
    const upload = (bytes: number) =>
      world.db.transaction((tx) =>
        keepPicture(tx, { walletId: taker, category: 'evidence' }, randomBytes(bytes), {
          at: world.clock.now(),
          quota: 'evidence',
        }),
      )
    return { id, maker, taker, upload }
  }

  it('has a quota of its own, for the wallet and for the dispute', async () => {
    const { id, taker, upload } = await disputed()
    const picture = await upload(1_000)
    const counted = (left: number, owner: string) =>
      world.db.query(`SELECT count_kept('evidence', $1, $2, $3)`, [owner, world.clock.now(), left])
    await counted(quotas.evidence.thread - 999, `thread:otc${id}`)
    await expect(world.call(giveEvidence, taker, { id, picture })).rejects.toThrow('upload.full')
    const other = await disputed()
    const second = await other.upload(1_000)
    await counted(quotas.evidence.wallet - 1_999, `wallet:${other.taker}`)
    await expect(world.call(giveEvidence, other.taker, { id: other.id, picture: second })).rejects.toThrow(
      'upload.full',
    )
  })

  it('stays while its dispute is open and a year after, whoever would forget it', async () => {
    const { id, maker, taker, upload } = await disputed()
    await world.call(giveEvidence, taker, { id, picture: await upload(1_000) })
    const kept = async () => (await loadEvidence(world.db, BigInt(id))).map(({ bytes }) => bytes.length)
    const empty = () => world.db.query("UPDATE otc_evidence SET bytes = '' WHERE transaction_id = $1", [id])
    await pass(2 * evidenceDays)
    await emptyEvidence(world.db, world.clock.now())
    expect(await kept()).toEqual([1_000])
    await expect(empty()).rejects.toThrow('stays until a year after its trade ended')
    await world.call(releaseCoins, maker, { id, payerName: 'Ben Khan' })
    await pass(evidenceDays - 1)
    await emptyEvidence(world.db, world.clock.now())
    expect(await kept()).toEqual([1_000])
    await expect(
      world.db.query('UPDATE otc_evidence SET wallet_id = $2 WHERE transaction_id = $1', [id, maker]),
    ).rejects.toThrow('stays')
    await pass(2)
    await emptyEvidence(world.db, world.clock.now())
    expect(await kept()).toEqual([0])
  })
})
