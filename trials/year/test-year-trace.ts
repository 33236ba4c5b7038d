import { companyEntry, followMoney } from '#features/proof/money/money.contract.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { assetNumber, coins } from '#kit/amount/coins.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { roots } from '#proofs/money/origins.ts'
import { callAs } from '#server/test/test-implementations.ts'
import type { YearWorld } from './test-year-world.ts'

/** SQL for accounts that pay holder income. */
const paying = `(d.owner LIKE 'pool:%' AND d.purpose = 'free') OR d.purpose = 'promised'
  OR (d.owner = 'house' AND d.purpose IN ('capital', 'referral'))`

const partsOfOne = 100_000_000n
const units = (share: string): bigint => parseUnits(share) ?? 0n

export type Traces = {
  readonly incomes: number
  readonly traced: number
  /** Number of traced records by origin, such as "company + fees". */
  readonly origins: ReadonlyMap<string, number>
}

/**
 * Traces sampled income as its holder would. All income must come from company capital, fees or fund profit, never from another holder's
 * deposit. Each listed company entry must be readable.
 */
export async function checkTraces(world: YearWorld, most: number): Promise<Traces> {
  const { db, faults } = world
  const origins = new Map<string, number>()
  const rows = await db.query<{ id: bigint; walletId: WalletId; incomes: bigint }>(
    `SELECT p.id, c.holder AS "walletId", count(*) OVER () AS incomes FROM record p JOIN balance d ON d.lane = p.lane AND d.id = p.debit
     JOIN balance c ON c.lane = p.lane AND c.id = p.credit
     WHERE p.code >= 0 AND p.asset = ANY ($1::int2[]) AND c.holder IS NOT NULL AND (${paying})
     ORDER BY hashint8(p.id) LIMIT $2`,
    [coins.map(assetNumber), most],
  )
  const entries = new Set<string>()
  for (const { id, walletId } of rows) {
    const say = (what: string) => faults.push(`income ${id} of ${walletId}: ${what}`)
    const { behind, record } = await callAs(world, followMoney, walletId, { id: `${id}` })
    if (!behind) {
      say('leads nowhere')
      continue
    }
    const { company, fees, profit, unknown } = behind.shares
    const whole = units(company) + units(fees) + units(profit)
    // Each step rounds down, so shares may total slightly less than one.
    if (unknown !== '0' || whole > partsOfOne || whole < partsOfOne - 20n)
      say(`shares ${JSON.stringify(behind.shares)}`)
    const led = roots.filter((root) => units(behind.shares[root]) > 0n).join(' + ')
    origins.set(led, (origins.get(led) ?? 0) + 1)
    for (const { account, inflows } of behind.accounts)
      for (const { from, root, returned, entries: named } of inflows) {
        // Holder coins may reach the company only as fees.
        if (/^(wallet|order)\./.test(from) && !returned && root !== 'fees') say(`${account} was filled from ${from}`)
        if (!account.startsWith('order.')) for (const { entry } of named) entries.add(entry)
      }
    if (JSON.stringify({ behind, record }).includes('wallet:')) say('names a wallet')
  }
  for (const entry of entries)
    await callAs(world, companyEntry, rows[0]?.walletId ?? ('' as WalletId), { id: entry }).catch(() =>
      faults.push(`entry ${entry} has no page`),
    )
  return { incomes: Number(rows[0]?.incomes ?? 0), traced: rows.length, origins }
}
