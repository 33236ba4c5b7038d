import * as v from 'valibot'
import { walletIdText } from '#identity/fields.ts'
import { type Asset, assets as assetTable } from '#kit/amount/coins.ts'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { incomeSources } from '#team/rewards/income-sources.ts'

const asset = v.picklist(Object.keys(assetTable) as Asset[])
const star = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const source = v.picklist(incomeSources, 'format')
const amountOf = v.object({ coin: asset, amount: f.exactAmount, today: f.exactAmount })

export const loadTeamSummary = contract({
  method: 'GET',
  path: '/profit/summary',
  access: 'session',
  summary:
    'Returns income by source, team figures at the last snapshot, the star level with all conditions, and the referral budget.',
  input: f.nothing,
  output: v.object({
    /** Midnight of the team's figures; null before the first. */
    asOf: v.nullable(f.moment),
    star,
    since: v.nullable(f.moment),
    /** The star drops to `star` at `at` unless earned again. */
    notice: v.nullable(v.object({ star, at: f.moment })),
    /** In USDT. */
    team: v.object({
      investment: f.exactAmount,
      /** Whole days with the investment required for the first star without a team. */
      soloDays: count,
      members: count,
      referrals: count,
      effective: count,
      performance: f.exactAmount,
      largestDepartment: f.exactAmount,
      smallArea: f.exactAmount,
      /** Number of departments with a star of at least 1, 2 … 5. */
      departments: v.array(count),
      weekPerformance: f.exactAmount,
      weekNetDeposit: f.exactAmount,
      weekWldWithdrawal: f.exactAmount,
      /** True with a team. Amounts are then rounded towards zero, to a step larger than any member's share. */
      rounded: v.boolean(),
    }),
    /** Gross income in USDT at the guide price. Coins without a price are left out; then `complete` is false. */
    total: v.object({ value: f.exactAmount, today: f.exactAmount, complete: v.boolean() }),
    /**
     * `orders`: own orders minus their cost (running ones as of now). `all`: all income with that net result, minus the cost of POWER.
     * `ordersToday` and `today`: the same for today. Negative for a loss; null if a coin has no price.
     */
    net: v.object({
      orders: v.nullable(f.exactAmount),
      all: v.nullable(f.exactAmount),
      ordersToday: v.nullable(f.exactAmount),
      today: v.nullable(f.exactAmount),
    }),
    incomes: v.array(v.object({ source, value: f.exactAmount, today: f.exactAmount, coins: v.array(amountOf) })),
    power: v.object({ amount: f.exactAmount, today: f.exactAmount }),
    /** First-time bonus of each star, and the amount paid. */
    upgrades: v.array(v.object({ star, sum: f.exactAmount, paid: f.exactAmount })),
    /** Referral budget, funded only by fees, and the share of its debt paid on its last day. */
    budget: v.array(
      v.object({
        coin: asset,
        left: f.exactAmount,
        last: v.nullable(v.object({ day: v.string(), due: f.exactAmount, given: f.exactAmount })),
      }),
    ),
  }),
  failures: [],
})

export const loadTrend = contract({
  method: 'GET',
  path: '/profit/trend',
  access: 'session',
  summary:
    'Returns gross income and income net of losses for each of the last 30 days, in USDT at each day’s guide price.',
  input: f.nothing,
  output: v.object({
    /** net: negative if losses exceed payouts. received: payouts only. */
    days: v.array(v.object({ day: v.string(), net: f.exactAmount, received: f.exactAmount })),
    /** False if coins without a price are left out. */
    complete: v.boolean(),
  }),
  failures: [],
})

const member = v.object({
  walletId: v.string(),
  /** Masked. */
  nickname: v.string(),
  joinedAt: f.moment,
  activated: v.boolean(),
  star,
  /** Levels below the caller. */
  level: count,
  referrals: count,
  effective: count,
  members: count,
  /** Opening value of the team's running orders, in USDT. */
  performance: f.exactAmount,
  weekPerformance: f.exactAmount,
  weekNetDeposit: f.exactAmount,
  weekWldWithdrawal: f.exactAmount,
  /** True with a team. Amounts are then rounded towards zero, to a step larger than any member's share. */
  rounded: v.boolean(),
})

/** A direct referral and all wallets below form a department. */
export const listDepartments = contract({
  method: 'GET',
  path: '/profit/department',
  access: 'session',
  summary: 'Lists the wallet’s direct referrals, newest first, with their team figures at the last snapshot.',
  input: v.object({ cursor: f.cursor }),
  output: v.object({ ...f.page(member).entries, asOf: v.nullable(f.moment) }),
  failures: [],
})

export const listUnder = contract({
  method: 'GET',
  path: '/profit/under',
  access: 'session',
  summary: 'Returns a wallet in the team, by default the signed-in wallet, and lists the wallets it invited.',
  input: v.object({ target: v.optional(walletIdText), cursor: f.cursor }),
  output: v.object({
    ...f.page(member).entries,
    /** The sponsor of these wallets; null for the caller. */
    head: v.nullable(member),
    /** The sponsor of `head`; null if that is the caller. */
    above: v.nullable(v.string()),
    asOf: v.nullable(f.moment),
  }),
  failures: ['identity.wallet_id_wrong', 'team.not_below'],
})

export const listIncomes = contract({
  method: 'GET',
  path: '/profit/logs',
  access: 'session',
  summary: 'Lists income from one source, newest first.',
  input: v.object({ income: v.picklist([...incomeSources, 'power'], 'format'), cursor: f.cursor }),
  output: f.page(
    named(v.object({ id: v.string(), at: f.moment, coin: asset, code: v.number(), amount: f.exactAmount }), {
      code: 'type',
    }),
  ),
  failures: [],
})

export const loadInvite = contract({
  method: 'GET',
  path: '/invite/info',
  access: 'session',
  summary: 'Returns the wallet’s invitation ID, whether it can be used yet, and its referral results.',
  input: f.nothing,
  output: v.object({
    walletId: v.string(),
    nickname: v.string(),
    /** Only a wallet with a confirmed backup can invite. */
    activated: v.boolean(),
    /** Referral state of the holder's region; no rewards while undeclared. */
    referral: v.picklist(['undeclared', 'on', 'off']),
    referrals: count,
    activatedReferrals: count,
    effective: count,
    members: count,
    income: v.array(amountOf),
  }),
  failures: [],
})
