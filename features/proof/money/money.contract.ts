import * as v from 'valibot'
import { type Asset, assets } from '#kit/amount/coins.ts'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { pools } from '#ledger/posting/lines.ts'
import { roots } from '#proofs/money/origins.ts'

const asset = v.picklist(Object.keys(assets) as Asset[])
/** A fraction: "0.62". */
const share = exactAmount
const number = v.pipe(v.string('format'), v.regex(/^\d{1,18}$/, 'format'))
const fundingEntry = v.object({ entry: v.string(), at: moment, amount: exactAmount })

/** Total from one account under one record code. */
const inflow = named(
  v.object({
    /** Ledger account class: "house.capital", "wallet.available". */
    from: v.string(),
    /** Null if no record shows it. */
    code: v.nullable(v.number()),
    amount: exactAmount,
    /** 0 means fewer than five, which protects privacy. */
    postings: v.number(),
    /** Origin of the money; null if it came through `from` or was already there. */
    root: v.nullable(v.picklist(roots)),
    returned: v.boolean(),
    /** Newest first; only between company accounts. */
    entries: v.array(fundingEntry),
  }),
  { code: 'type' },
)
const account = v.object({ account: v.string(), coin, inflows: v.array(inflow) })
const behind = {
  /** From the paying account back to the origins. */
  accounts: v.array(account),
  /** Share of each root in all inflows until then; `unknown` is 0 in a correct ledger. */
  shares: v.object({ company: share, fees: share, profit: share, unknown: share }),
}

export const followMoney = contract({
  method: 'GET',
  path: '/proof/money',
  access: 'session',
  summary:
    'Traces an income record to its order or pool and original funding, or a fee to its recipients, with other wallets aggregated.',
  input: v.object({ id: number }),
  output: v.object({
    record: named(
      v.object({
        id: v.string(),
        at: moment,
        coin: asset,
        code: v.number(),
        amount: exactAmount,
        direction: v.picklist(['in', 'out']),
      }),
      { code: 'type' },
    ),
    /** Null if not income from the company. */
    behind: v.nullable(v.object(behind)),
    /** Holder's order that funded the income; null if a pool or capital paid. */
    orderId: v.nullable(v.number()),
    /** The pool's total payout for that day; null if nothing is shared out. */
    pot: v.nullable(v.object({ day: v.string(), paid: exactAmount })),
    /** Null if not a fee. */
    fee: v.nullable(
      v.object({
        /** The company keeps fees that are not shared. */
        shared: v.boolean(),
        day: v.nullable(v.string()),
        /** Shared fees of the day in this coin and their recipients; `own` is this fee's part, rounded down. */
        received: exactAmount,
        parts: v.array(
          v.object({
            to: v.picklist(['liquidity', 'compound', 'node', 'referral', 'compute', 'company']),
            amount: exactAmount,
            own: exactAmount,
          }),
        ),
      }),
    ),
  }),
  failures: ['request.data_missing'],
})

export const poolMoney = contract({
  method: 'GET',
  path: '/proof/funding',
  access: 'open',
  summary: 'Returns the funding of a pool or the package capital up to the last published day, by coin and origin.',
  input: v.object({ line: v.picklist([...pools, 'package'], 'format') }),
  output: v.object({ coins: v.array(v.object({ coin, ...behind })) }),
  failures: [],
})

export const companyEntry = contract({
  method: 'GET',
  path: '/proof/entry',
  access: 'open',
  summary: 'Returns one ledger entry between company accounts, but never an entry that involves a user’s account.',
  input: v.object({ id: number }),
  output: v.object({
    entry: v.string(),
    at: moment,
    postings: v.array(v.object({ from: v.string(), to: v.string(), coin, amount: exactAmount })),
  }),
  failures: ['request.data_missing'],
})
