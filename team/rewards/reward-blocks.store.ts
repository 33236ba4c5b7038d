import { assetNumber, assetOf } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import type { DueEntry, Reward, RewardPart } from './rewards.ts'

const blockSize = 1_000

type Block = {
  readonly part: RewardPart
  readonly items: number[]
  readonly counts: number[]
  readonly recipients: number[]
  readonly assets: number[]
  readonly codes: number[]
  readonly units: bigint[]
}
const blockOf = (part: RewardPart): Block => ({
  part,
  items: [],
  counts: [],
  recipients: [],
  assets: [],
  codes: [],
  units: [],
})

/** Stores entries until posting, sorted by item within each part. @returns number of entries */
export async function keepDue(tx: Tx, day: Day, entries: Iterable<DueEntry>): Promise<number> {
  let count = 0
  let block: Block | undefined
  const last: Partial<Record<RewardPart, number>> = {}
  for (const { part, item, rewards } of entries) {
    expect(item > (last[part] ?? 0), 'entries of a part come in order')
    last[part] = item
    if (block && (block.part !== part || block.items.length === blockSize)) {
      await writeBlock(tx, day, block)
      block = undefined
    }
    block ??= blockOf(part)
    block.items.push(item)
    block.counts.push(rewards.length)
    for (const { recipient, asset, code, units } of rewards) {
      block.recipients.push(recipient)
      block.assets.push(assetNumber(asset))
      block.codes.push(code)
      block.units.push(units)
    }
    count += 1
  }
  if (block) await writeBlock(tx, day, block)
  return count
}

async function writeBlock(tx: Tx, day: Day, block: Block): Promise<void> {
  const { part, items, counts, recipients, assets, codes, units } = block
  await tx.query(
    `INSERT INTO reward_due (day, part, last, items, counts, recipients, assets, codes, units)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      day,
      part,
      items.at(-1),
      ...[items, counts, recipients, assets, codes, units].map((list) => `{${list.join(',')}}`),
    ],
    'keep_due',
  )
}

export const forgetDue = (tx: Tx, before: Day): Promise<unknown> =>
  tx.query('DELETE FROM reward_due WHERE day < $1', [before])

type BlockRow = Record<'items' | 'counts' | 'recipients' | 'assets' | 'codes' | 'units', string>
const columns = ['items', 'counts', 'recipients', 'assets', 'codes', 'units']
  .map((name) => `array_to_string(${name}, ' ') AS ${name}`)
  .join(', ')

export async function loadDue(
  sql: Sql,
  { day, part, after, limit }: { day: Day; part: RewardPart; after: number; limit: number },
): Promise<DueEntry[]> {
  const rows = await sql.query<BlockRow>(
    `SELECT ${columns} FROM reward_due WHERE day = $1 AND part = $2 AND last > $3 ORDER BY last LIMIT $4`,
    [day, part, after, Math.ceil(limit / blockSize) + 1],
  )
  const entries: DueEntry[] = []
  for (const row of rows) {
    const [items = [], counts = [], recipients = [], assets = [], codes = []] = [
      row.items,
      row.counts,
      row.recipients,
      row.assets,
      row.codes,
    ].map((list) => list.split(' ').map(Number))
    const units = row.units.split(' ')
    let first = 0
    for (const [place, item] of items.entries()) {
      const end = first + (counts[place] ?? 0)
      if (item > after && entries.length < limit) {
        const rewards: Reward[] = []
        for (let at = first; at < end; at += 1)
          rewards.push({
            recipient: recipients[at] ?? 0,
            asset: assetOf(assets[at] ?? 0),
            code: codes[at] ?? 0,
            units: BigInt(units[at] ?? 0),
          })
        entries.push({ part, item, rewards })
      }
      first = end
    }
  }
  return entries
}
