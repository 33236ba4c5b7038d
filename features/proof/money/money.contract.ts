import * as v from 'valibot'
import { type Asset, assets } from '#kit/assets.ts'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { pools } from '#ledger/lines.ts'
import { roots } from '#proofs/money/origins.ts'

const asset = v.picklist(Object.keys(assets) as Asset[])
/** A part of one: "0.62". */
const share = exactAmount
const number = v.pipe(v.string('format'), v.regex(/^\d{1,18}$/, 'format'))
const fundingEntry = v.object({ entry: v.string(), at: moment, amount: exactAmount })

/** What came into an account from one other, under one record code, in all. */
const inflow = named(
  v.object({
    /** The account's class in the books: "house.capital", "wallet.available". */
    from: v.string(),
    /** null: it shows in no record. */
    code: v.nullable(v.number()),
    amount: exactAmount,
    /** 0 stands for fewer than five: they may be one person's. */
    postings: v.number(),
    /** Where it began, or null: it came through `from`, or had been there before. */
    root: v.nullable(v.picklist(roots)),
    /** An unused promise or unused capital came back: it is not counted again. */
    returned: v.boolean(),
    /** The latest entries, newest first, where both accounts are the house's. */
    entries: v.array(fundingEntry),
  }),
  { code: 'type' },
)
const account = v.object({ account: v.string(), coin, inflows: v.array(inflow) })
const behind = {
  /** From the account that paid, back to where nothing is behind any more. */
  accounts: v.array(account),
  /** What of it came from each root, of everything that had come in by then; `unknown` is 0 in honest books. */
  shares: v.object({ company: share, fees: share, profit: share, unknown: share }),
}

/** Where the money of a record of one's own came from, or where one's fee went. */
export const followMoney = contract({
  method: 'GET',
  path: '/proof/money',
  access: 'session',
  summary:
    'The way back of an income record: promise or pool, what filled it, and where that came from; of a fee, where it went. Other wallets are sums.',
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
    /** null: it is no income from the house. */
    behind: v.nullable(v.object(behind)),
    /** The own order that it was set aside for; null where a pool paid, or capital. */
    orderId: v.nullable(v.number()),
    /** What the pool paid to all for that day, this record among it; null where nothing is shared out. */
    pot: v.nullable(v.object({ day: v.string(), paid: exactAmount })),
    /** null: it is no fee. */
    fee: v.nullable(
      v.object({
        /** Whether fees of this kind are shared out; the company keeps the others. */
        shared: v.boolean(),
        /** The day, once it was shared out. */
        day: v.nullable(v.string()),
        /** All fees of the day in this coin that are shared out, and where they went; `own` is this fee's part, rounded down. */
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

/** Who filled what a line pays from. */
export const poolMoney = contract({
  method: 'GET',
  path: '/proof/funding',
  access: 'open',
  summary:
    'What filled a pool, or the capital that packages are paid from, by the end of the last published day, coin by coin, and where that came from.',
  input: v.object({ line: v.picklist([...pools, 'package'], 'format') }),
  output: v.object({ coins: v.array(v.object({ coin, ...behind })) }),
  failures: [],
})

/** An entry of the books between accounts of the house. */
export const houseEntry = contract({
  method: 'GET',
  path: '/proof/entry',
  access: 'open',
  summary:
    'One entry of the books between accounts of the house alone; an entry that touches a holder is shown to nobody.',
  input: v.object({ id: number }),
  output: v.object({
    entry: v.string(),
    at: moment,
    postings: v.array(v.object({ from: v.string(), to: v.string(), coin, amount: exactAmount })),
  }),
  failures: ['request.data_missing'],
})
