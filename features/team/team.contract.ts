import * as v from 'valibot'
import { walletIdText } from '#identity/fields.ts'
import { type Asset, assets as assetTable } from '#kit/assets.ts'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { incomeSources } from '#team/income-sources.ts'

const asset = v.picklist(Object.keys(assetTable) as Asset[])
const star = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const source = v.picklist(incomeSources, 'format')
const amountOf = v.object({ coin: asset, amount: f.exactAmount, today: f.exactAmount })

/** What a wallet earned, what its team came to, and the star both give it. */
export const loadTeamSummary = contract({
  method: 'GET',
  path: '/profit/summary',
  access: 'session',
  summary: 'Income by source, the team at the last cut, the star with every condition, and the referral budget.',
  input: f.nothing,
  output: v.object({
    /** The midnight the team's figures speak of; null before the first. */
    asOf: v.nullable(f.moment),
    star,
    since: v.nullable(f.moment),
    /** It falls to this star then, unless it is earned again. */
    notice: v.nullable(v.object({ star, at: f.moment })),
    /** Of the wallet and its team, in USDT. */
    team: v.object({
      investment: f.exactAmount,
      /** Whole days the investment has stood at what the first star alone needs. */
      soloDays: count,
      members: count,
      referrals: count,
      effective: count,
      performance: f.exactAmount,
      largestDepartment: f.exactAmount,
      smallArea: f.exactAmount,
      /** Departments holding a star of at least 1, 2 … 5. */
      departments: v.array(count),
      weekPerformance: f.exactAmount,
      weekNetDeposit: f.exactAmount,
      weekWldWithdrawal: f.exactAmount,
      /** True if there is a team: its amounts are cut towards zero, to a step larger than the largest part of one member. */
      rounded: v.boolean(),
    }),
    /** Received, before what orders took: in USDT at the guide price; coins without one are left out, and then it is not complete. */
    total: v.object({ value: f.exactAmount, today: f.exactAmount, complete: v.boolean() }),
    /**
     * The wallet's own orders net of what they cost (running ones as they are now), and all income with that in place of what orders paid, less
     * what POWER cost.
     * The same of what was paid and given up today. Below zero for a loss. null: a coin has no price.
     */
    net: v.object({
      orders: v.nullable(f.exactAmount),
      all: v.nullable(f.exactAmount),
      ordersToday: v.nullable(f.exactAmount),
      today: v.nullable(f.exactAmount),
    }),
    incomes: v.array(v.object({ source, value: f.exactAmount, today: f.exactAmount, coins: v.array(amountOf) })),
    /** POWER the team brought. */
    power: v.object({ amount: f.exactAmount, today: f.exactAmount }),
    /** What first stars pay, and have paid. */
    upgrades: v.array(v.object({ star, sum: f.exactAmount, paid: f.exactAmount })),
    /** The referral budget, filled by fees alone, and what it gave of what it owed on its last day. */
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

/** What the last thirty days brought, net of what was given up, and what was received before that. */
export const loadTrend = contract({
  method: 'GET',
  path: '/profit/trend',
  access: 'session',
  summary:
    'What each of the last thirty days brought, net of what was given up, and what it paid: in USDT at that day’s guide price.',
  input: f.nothing,
  output: v.object({
    /** net: below zero where more was given up than paid. received: what was paid alone. */
    days: v.array(v.object({ day: v.string(), net: f.exactAmount, received: f.exactAmount })),
    /** false: coins without a price are left out. */
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
  /** Steps below the wallet that asks. */
  level: count,
  referrals: count,
  effective: count,
  members: count,
  /** Value at opening of what its team runs, in USDT. */
  performance: f.exactAmount,
  weekPerformance: f.exactAmount,
  weekNetDeposit: f.exactAmount,
  weekWldWithdrawal: f.exactAmount,
  /** True if there is a team: its amounts are cut towards zero, to a step larger than the largest part of one member. */
  rounded: v.boolean(),
})

/** My direct referrals: each with all below it is a department. */
export const listDepartments = contract({
  method: 'GET',
  path: '/profit/department',
  access: 'session',
  summary: 'My direct referrals, the newest first, with what their teams came to at the last cut.',
  input: v.object({ cursor: f.cursor }),
  output: v.object({ ...f.page(member).entries, asOf: v.nullable(f.moment) }),
  failures: [],
})

/** Anyone below, step by step or by wallet ID. */
export const listUnder = contract({
  method: 'GET',
  path: '/profit/under',
  access: 'session',
  summary: 'A wallet of my umbrella, mine where none is named, and those it invited.',
  input: v.object({ target: v.optional(walletIdText), cursor: f.cursor }),
  output: v.object({
    ...f.page(member).entries,
    /** Whose direct referrals these are; null for my own. */
    head: v.nullable(member),
    /** Who invited that wallet; null where that is me. */
    above: v.nullable(v.string()),
    asOf: v.nullable(f.moment),
  }),
  failures: ['identity.wallet_id_wrong', 'team.not_below'],
})

/** What was earned, one by one. */
export const listIncomes = contract({
  method: 'GET',
  path: '/profit/logs',
  access: 'session',
  summary: 'What one source of income paid, the newest first.',
  input: v.object({ income: v.picklist([...incomeSources, 'power'], 'format'), cursor: f.cursor }),
  output: f.page(
    named(v.object({ id: v.string(), at: f.moment, coin: asset, code: v.number(), amount: f.exactAmount }), {
      code: 'type',
    }),
  ),
  failures: [],
})

/** What to give away, and what came of it. */
export const loadInvite = contract({
  method: 'GET',
  path: '/invite/info',
  access: 'session',
  summary: 'My invitation ID, whether it may be used yet, and what came of it.',
  input: f.nothing,
  output: v.object({
    walletId: v.string(),
    nickname: v.string(),
    /** Only a wallet whose words were re-entered can invite. */
    activated: v.boolean(),
    /** Whether there is referral where the holder lives; who did not say so yet gets nothing of it. */
    referral: v.picklist(['undeclared', 'on', 'off']),
    referrals: count,
    activatedReferrals: count,
    effective: count,
    members: count,
    income: v.array(amountOf),
  }),
  failures: [],
})
