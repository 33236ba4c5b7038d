import { refuseStopped, saleStops } from '#custody/sale-stops.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { pairs } from '#kit/text/ids.ts'
import { randomHex } from '#kit/text/random.ts'
import { type Account, company, poolFree, reserve } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { capitalFed, type LineId, pools } from '#ledger/posting/lines.ts'
import { returnableOf } from '#ledger/records/pool.store.ts'
import { liquidityOf, seedMarket } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import { giveNotice, seedNotice, takeSeedBack } from '#market/prices/seed.store.ts'
import { countRunning } from '#products/orders/orders.store.ts'
import { lockPoolOf } from '#products/orders/products.store.ts'
import { countOnSale } from '#products/purchase/change.store.ts'
import { choiceOf, coinOf, reasonOf, unitsOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

/** Requires nothing on sale or announced, and no running order. @throws UsageError */
async function expectClosed(sql: Sql, line: LineId, now: Date): Promise<void> {
  const onSale = await countOnSale(sql, line, now)
  if (onSale > 0) throw new UsageError(`${onSale} products of ${line} are sold; see: product end`)
  const running = await countRunning(sql, line)
  if (running > 0) throw new UsageError(`${running} orders of ${line} are not over`)
}

/** Random, because repeating a command must repeat its effect. */
const newKey = (verb: string): string => `ops:${verb}:${randomHex(12)}`

async function sayBalances({ db, say }: Operation, title: string, account: Account): Promise<void> {
  const shown: string[] = []
  for (const coin of coins) {
    const units = await balanceOf(db, account, coin)
    if (units !== 0n) shown.push(`${showUnits(units)} ${coin}`)
  }
  say(`${title.padEnd(22)} ${shown.join(' · ') || '—'}`)
}

export const capital: Verb = {
  words: 'capital',
  guard: 'none',
  usage: '',
  summary: 'Shows what belongs to the company: capital, income, pools and markets.',
  async run(operation) {
    for (const purpose of ['capital', 'sales', 'fees', 'referral', 'suspense'] as const)
      await sayBalances(operation, purpose, company(purpose))
    for (const pool of pools) await sayBalances(operation, `pool ${pool}`, poolFree(pool))
    for (const pair of pairs) await sayBalances(operation, `market ${pair}`, reserve(pair))
  },
}

export const poolFund: Verb = {
  words: 'pool fund',
  guard: 'two',
  isPublic: true,
  usage: '<line> <coin> <amount> <reason>',
  summary: 'Moves company capital into the pool of a product line. It comes from nowhere else.',
  async run(operation) {
    const pool = choiceOf(operation.args[0], pools, 'line')
    const coin = coinOf(operation.args[1])
    const units = unitsOf(operation.args[2])
    const reason = reasonOf(operation.args.slice(3))
    const before = await balanceOf(operation.db, poolFree(pool), coin)
    const left = await balanceOf(operation.db, company('capital'), coin)
    await makeChange(operation, {
      movesMoney: true,
      will: [
        `move ${showUnits(units)} ${coin} of ${showUnits(left)} ${coin} capital to pool ${pool} (${showUnits(before)} free): ${reason}`,
      ],
      async apply(tx) {
        const postings = [{ from: company('capital'), to: poolFree(pool), asset: coin, units }]
        await post(tx, { key: newKey('pool'), at: operation.clock.now(), ref: `pool:${pool}`, postings })
        return [`pool ${pool} has ${showUnits(await balanceOf(tx, poolFree(pool), coin))} ${coin} free`]
      },
    })
  },
}

export const poolClose: Verb = {
  words: 'pool close',
  guard: 'two',
  isPublic: true,
  usage: '<line> <coin> <reason>',
  summary:
    'Returns what capital put into the pool of a line and nobody was promised, once the line is closed: nothing of it sold, no order running.',
  async run(operation) {
    const pool = choiceOf(operation.args[0], capitalFed, 'line')
    const coin = coinOf(operation.args[1])
    const reason = reasonOf(operation.args.slice(2))
    const units = await returnableOf(operation.db, pool, coin)
    await expectClosed(operation.db, pool, operation.clock.now())
    if (units === 0n) throw new UsageError(`Nothing of pool ${pool} may return in ${coin}`)
    await makeChange(operation, {
      movesMoney: true,
      will: [`move ${showUnits(units)} ${coin} of pool ${pool} back to capital: ${reason}`],
      async apply(tx) {
        await lockPoolOf(tx, pool)
        refuseStopped(await readSetting(tx, saleStops), [coin])
        await expectClosed(tx, pool, operation.clock.now())
        const postings = [{ from: poolFree(pool), to: company('capital'), asset: coin, units }]
        await post(tx, { key: newKey('pool'), at: operation.clock.now(), ref: `pool:${pool}`, postings })
        return [`pool ${pool} has ${showUnits(await balanceOf(tx, poolFree(pool), coin))} ${coin} free`]
      },
    })
  },
}

export const marketSeed: Verb = {
  words: 'market seed',
  guard: 'two',
  isPublic: true,
  usage: '<pair> <amount of base> <amount of quoted> <reason>',
  summary: 'Puts company capital into both sides of a market. The ratio of the first seed is the price it opens at.',
  async run(operation) {
    const pair = choiceOf(operation.args[0], pairs, 'pair')
    const { base, quoted } = coinsOf(pair)
    const baseUnits = unitsOf(operation.args[1], `amount of ${base}`)
    const quotedUnits = unitsOf(operation.args[2], `amount of ${quoted}`)
    const reason = reasonOf(operation.args.slice(3))
    await makeChange(operation, {
      movesMoney: true,
      will: [
        `move ${showUnits(baseUnits)} ${base} and ${showUnits(quotedUnits)} ${quoted} capital into market ${pair}: ${reason}`,
      ],
      async apply(tx) {
        await seedMarket(tx, { pair, baseUnits, quotedUnits, key: newKey('market'), at: operation.clock.now() })
        const now = [await balanceOf(tx, reserve(pair), base), await balanceOf(tx, reserve(pair), quoted)] as const
        return [`market ${pair} holds ${showUnits(now[0])} ${base} and ${showUnits(now[1])} ${quoted}`]
      },
    })
  },
}

export const marketNotice: Verb = {
  words: 'market notice',
  guard: 'one',
  isPublic: true,
  usage: '<pair> <shares> <reason>',
  summary: 'Gives public notice that the company will take so many of its shares out of a market, 30 days from now.',
  async run(operation) {
    const pair = choiceOf(operation.args[0], pairs, 'pair')
    const shares = unitsOf(operation.args[1], 'shares')
    const reason = reasonOf(operation.args.slice(2))
    const { companyShares } = await liquidityOf(operation.db, pair)
    await makeChange(operation, {
      movesMoney: false,
      will: [
        `give notice of ${showUnits(shares)} of ${showUnits(companyShares)} company shares of ${pair}; they may leave in 30 days: ${reason}`,
      ],
      async apply(tx) {
        await giveNotice(tx, pair, shares, operation.clock.now())
        return [`the notice for ${pair} stands`]
      },
    })
  },
}

export const marketTakeBack: Verb = {
  words: 'market take-back',
  guard: 'two',
  isPublic: true,
  usage: '<pair> <reason>',
  summary: 'Takes back the company shares of a market whose notice was given 30 days ago.',
  async run(operation) {
    const pair = choiceOf(operation.args[0], pairs, 'pair')
    const reason = reasonOf(operation.args.slice(1))
    const notice = await seedNotice(operation.db, pair)
    if (!notice) throw new UsageError(`No notice stands for ${pair}; see: market notice`)
    const at = operation.clock.now()
    if (notice.from > at) throw new UsageError(`The notice for ${pair} runs until ${notice.from.toISOString()}`)
    await makeChange(operation, {
      movesMoney: true,
      will: [`move at most ${showUnits(notice.shares)} company shares of ${pair} back to capital: ${reason}`],
      async apply(tx) {
        const { base, quoted } = coinsOf(pair)
        refuseStopped(await readSetting(tx, saleStops), [base, quoted])
        const taken = await takeSeedBack(tx, { pair, key: newKey('market'), at })
        return [
          taken
            ? `${showUnits(taken.base)} ${base} and ${showUnits(taken.quoted)} ${quoted} are capital again`
            : 'nothing was taken',
        ]
      },
    })
  },
}
