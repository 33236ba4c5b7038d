import { divide, showUnits } from '#kit/amount/amount.ts'
import { type Coin, coins, isCoin } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { publicCount } from '#kit/text/privacy.ts'
import { addDays, dayOf } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import type { PoolId } from '#ledger/posting/lines.ts'
import { loadRecord, type WalletRecord } from '#ledger/records/records.store.ts'
import { isOrderOf } from '#products/orders/orders.store.ts'
import { loadFeeSplit, loadPots } from '#products/pots/pots.store.ts'
import { classesOfPosting, dayOfPosting, lastPublishedPosting, loadCompanyEntry } from '#proofs/money/funding.store.ts'
import { paysIncome } from '#proofs/money/origins.ts'
import { type Trace, trace } from '#proofs/money/trace.server.ts'
import { companyEntry, followMoney, poolMoney } from './money.contract.ts'

type Money = OutputOf<typeof followMoney>

const showTrace = ({ nodes, shares }: Trace): NonNullable<Money['behind']> => ({
  accounts: nodes.map(({ account, coin, inflows }) => ({
    account,
    coin: coin as Coin,
    inflows: inflows.map(({ from, code, units, postings, origin, entries }) => ({
      from,
      code: code < 0 ? null : code,
      amount: showUnits(units),
      postings: publicCount(postings),
      root: origin.is === 'root' ? origin.root : null,
      returned: origin.is === 'returned',
      entries: entries.map(({ entry, at, units: of }) => ({
        entry: `${entry}`,
        at: at.toISOString(),
        amount: showUnits(of),
      })),
    })),
  })),
  shares: {
    company: showUnits(shares.company),
    fees: showUnits(shares.fees),
    profit: showUnits(shares.profit),
    unknown: showUnits(shares.unknown),
  },
})

async function potOf(sql: Sql, account: string, { at, asset }: WalletRecord): Promise<Money['pot']> {
  const pool = /^pool\.(.*)\.free$/.exec(account)?.[1]
  if (!pool) return null
  const day = addDays(dayOf(at), -1)
  const pots = (await loadPots(sql, day, pool as PoolId)).filter((pot) => pot.asset === asset)
  const paid = pots.reduce((sum, pot) => sum + pot.paid, 0n)
  return paid > 0n ? { day, paid: showUnits(paid) } : null
}

/** Fee codes shared out at midnight; the company keeps the others. */
const sharedFees = [23, 105]

/** Fees are pooled per day and coin, so a single fee's part is proportional. */
async function feeOf(sql: Sql, { id, code, asset, units }: WalletRecord): Promise<Money['fee']> {
  const shared = sharedFees.includes(code)
  const day = shared ? await dayOfPosting(sql, id) : undefined
  const split = day && (await loadFeeSplit(sql, day, asset))
  if (!split) return { shared, day: null, received: '0', parts: [] }
  const { received, ...given } = split
  const company = received - Object.values(given).reduce((sum, part) => sum + part, 0n)
  const parts = [...Object.entries(given), ['company', company] as const].filter(([, part]) => part > 0n)
  return {
    shared,
    day,
    received: showUnits(received),
    parts: parts.map(([to, part]) => ({
      to: to as keyof typeof given | 'company',
      amount: showUnits(part),
      own: showUnits(divide(units * part, received, 'down')),
    })),
  }
}

const followMoneyApi = implementRead(followMoney, async ({ id }, { db, walletId }) => {
  const record = (await loadRecord(db, walletId, BigInt(id))) ?? fail('request.data_missing')
  const classes = await classesOfPosting(db, record.id)
  const { at, asset, code, direction, units, other } = record
  const isIncome = classes !== undefined && direction === 'in' && paysIncome(classes.from) && isCoin(asset)
  const isFee = classes?.to === 'house.fees' && direction === 'out'
  const order = /^order:(\d+)$/.exec(other.owner)?.[1] ?? ''
  const traced = isIncome && {
    account: classes.from,
    ...(order ? { owner: other.owner } : {}),
    coin: asset,
    upTo: record.id,
  }
  return {
    record: {
      id: `${record.id}`,
      at: at.toISOString(),
      coin: asset,
      code,
      amount: showUnits(units),
      direction,
    },
    behind: traced ? showTrace(await trace(db, traced)) : null,
    orderId: traced && order && (await isOrderOf(db, walletId, order)) ? Number(order) : null,
    pot: traced ? await potOf(db, traced.account, record) : null,
    fee: isFee ? await feeOf(db, record) : null,
  }
})

const poolMoneyApi = implementRead(poolMoney, async ({ line }, { db }) => {
  const account = line === 'package' ? 'house.capital' : `pool.${line}.free`
  const traced: OutputOf<typeof poolMoney>['coins'] = []
  const upTo = await lastPublishedPosting(db)
  for (const coin of coins) {
    const behind = await trace(db, { account, coin, upTo })
    if (behind.nodes.some(({ inflows }) => inflows.length > 0)) traced.push({ coin, ...showTrace(behind) })
  }
  return { coins: traced }
})

const companyEntryApi = implementRead(companyEntry, async ({ id }, { db }) => {
  const { at, postings } = (await loadCompanyEntry(db, BigInt(id))) ?? fail('request.data_missing')
  return {
    entry: id,
    at: at.toISOString(),
    postings: postings.map(({ from, to, coin, units }) => ({ from, to, coin: coin as Coin, amount: showUnits(units) })),
  }
})

export const moneyCalls: readonly Implementation[] = [followMoneyApi, poolMoneyApi, companyEntryApi]
