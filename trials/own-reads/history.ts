import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { available, issued, poolFree } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { ledgerOf, post } from '#ledger/posting/ledger.store.ts'

const one = 100_000_000n

export type Holders = {
  readonly walletId: WalletId
  readonly otherId: WalletId
  readonly orderId: number
  readonly now: Date
}

/** Number of entries that cover all record kinds over sixty days. */
const varied = 80
export const usual = 200
const together = 500

function usualEntry({ walletId, otherId, orderId, now }: Holders, place: number): Entry {
  const [own, other] = [available(walletId), available(otherId)]
  const kinds = [
    [{ from: own, to: other, asset: 'USDT', units: one, code: 4 }],
    [{ from: other, to: own, asset: 'ATMC', units: one, code: 4 }],
    [{ from: poolFree('compute'), to: own, asset: 'ATMC', units: one, code: 26 }],
    [{ from: issued, to: own, asset: 'POWER', units: one, code: 2 }],
    [{ from: issued, to: own, asset: 'POWER', units: one, code: 3 }],
  ] as const
  const postings = kinds[place % kinds.length] ?? kinds[0]
  const ref = place % kinds.length === 3 ? `order:${orderId}` : `test:${place}`
  return { key: `usual:${walletId}:${place}`, at: addMs(now, -((varied - place) * 60 * dayMs) / varied), ref, postings }
}

function cheapEntry({ walletId, otherId, now }: Holders, place: number): Entry {
  const [own, other] = [available(walletId), available(otherId)]
  const [from, to] = place % 2 === 0 ? [own, other] : [other, own]
  return {
    ...{ key: `cheap:${walletId}:${place}`, at: addMs(now, place - dayMs / 4), ref: `transfer:${place}` },
    postings: [{ from, to, asset: 'USDT', units: 1n, code: 4 }],
  }
}

export async function makeHistory(db: Db, holders: Holders, records: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (let place = 0; place < varied; place += 1) await post(tx, usualEntry(holders, place))
  })
  const { submit } = ledgerOf(db)
  for (let first = varied; first < records; first += together)
    await Promise.all(
      Array.from({ length: Math.min(together, records - first) }, (_, place) =>
        submit(cheapEntry(holders, first + place)),
      ),
    )
  await db.query(
    `INSERT INTO transfer (key, from_wallet, to_wallet, coin, units, remark, at)
     SELECT 'made:' || $1 || n, $1, $2, CASE WHEN n < $3::int4 THEN 'ATMC' ELSE 'USDT' END, 1, '', $4 FROM generate_series(0, $5::int4 - 1) n`,
    [holders.walletId, holders.otherId, usual / 4, holders.now, records],
  )
  await db.query(
    `INSERT INTO login_record (wallet_id, at, kind, device_id, user_agent, ip, known_device)
     SELECT $1, $2::timestamptz + n * interval '1 millisecond', 'password', 'known', '', '', true FROM generate_series(1, $3::int4) n`,
    [holders.walletId, holders.now, records],
  )
}
