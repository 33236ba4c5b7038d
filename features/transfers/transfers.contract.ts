import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'

/** A wallet ID as a person types it: spaces, hyphens and case do not matter. */
const typedWalletId = f.text(60)

/** Characters of a remark, as a person counts them. */
export const remarkLengthMax = 60

/** Everything that bounds a transfer, shown before anything is typed. */
export const transferRules = contract({
  method: 'GET',
  path: '/wallet/conver-rules',
  access: 'session',
  summary: 'Limits, window and holds of a transfer of one coin to another wallet.',
  input: v.object({ coin: f.coin }),
  output: v.object({
    coin: f.coin,
    /** False while the switch or window is closed. */
    open: v.boolean(),
    /** The daily window, UTC, "00:00" to "24:00". */
    opensAt: v.string(),
    closesAt: v.string(),
    closing: f.closing,
    /** USDT value of one transfer. */
    minimumValue: f.exactAmount,
    maximumValue: f.exactAmount,
    /** USDT value that may be moved in 24 hours without the code of a bound authenticator, transfers and exchanges together. */
    withoutCodeValue: f.exactAmount,
    /** And what is left of it now. */
    withoutCodeLeft: f.exactAmount,
    available: f.heldAmount,
    /** The USDT value of one coin, the last one known; null if there never was a price (then no value limit binds). */
    price: v.nullable(f.exactAmount),
    /** Whom one can pay: any wallet, or only those below and above oneself. */
    scope: v.picklist(['any', 'team']),
    /** Whether others can pay this wallet: its words were re-entered. */
    activated: v.boolean(),
    /** Whether it can invite: it is activated, and invitations are not off in the region its holder declared. */
    mayInvite: v.boolean(),
    googleBound: v.boolean(),
    /** Why none can be made at all: the holder's own freeze, a suspension, or a ban of withdrawals, which binds transfers too. */
    stop: v.nullable(
      v.object({
        by: v.picklist(['freeze', 'suspension', 'ban']),
        /** The operator's words; empty for a freeze. */
        reason: v.string(),
        /** A freeze has no end of its own. */
        until: v.nullable(f.moment),
      }),
    ),
    /** Until then only wallets paid before can be paid: the wait after a security change. */
    heldUntil: v.nullable(f.moment),
  }),
  failures: [],
})

/** Whom an ID belongs to, before anything is paid to it. */
export const transferTarget = contract({
  method: 'GET',
  path: '/wallet/target',
  access: 'session',
  counted: 'lookup',
  summary: 'The masked nickname of the wallet one is about to pay.',
  input: v.object({ receiverId: typedWalletId }),
  output: v.object({
    receiverId: v.string(),
    /** First and last character; empty where there is none. */
    nickname: v.string(),
    paidBefore: v.boolean(),
  }),
  failures: [
    'identity.wallet_id_wrong',
    'funds.receiver_unknown',
    'funds.receiver_not_valid',
    'funds.receiver_not_in_team',
  ],
})

const transferRow = v.object({
  id: v.number(),
  direction: v.picklist(['in', 'out']),
  /** The wallet on the other side, and its masked nickname. */
  receiverId: v.string(),
  nickname: v.string(),
  coin: f.coin,
  amount: f.exactAmount,
  remark: v.string(),
  at: f.moment,
})

/** Pays another wallet, at once and for good. */
export const makeTransfer = contract({
  method: 'POST',
  path: '/wallet/conver',
  access: 'money',
  orPasskey: true,
  summary: 'Transfers coins to another wallet, at once and for good; without a fee.',
  input: v.object({
    receiverId: typedWalletId,
    coin: f.coin,
    amount: f.typedAmount,
    /** Both sides see it. */
    remark: f.optionalLine(remarkLengthMax),
    /** The Google code, where the rules ask for it. */
    code: v.optional(v.pipe(v.string('format'), v.regex(/^(\d{6})?$/, 'format')), ''),
  }),
  secondFactor: { field: 'code', purpose: 'move' },
  output: transferRow,
  failures: [
    'identity.wallet_id_wrong',
    'funds.receiver_unknown',
    'funds.receiver_not_valid',
    'funds.receiver_not_in_team',
    'funds.transfer_closed',
    'funds.transfer_wrong_time',
    'funds.transfer_held',
    'funds.transfer_amount',
    'balance.insufficient',
    'identity.withdrawal_banned',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
    'identity.google_not_bound',
  ],
})

/** The wallet's transfers, the newest first; with `id` only that one. */
export const transfers = contract({
  method: 'GET',
  path: '/wallet/convers',
  access: 'session',
  summary: 'Transfers of the wallet in both directions, with the other side and the remark.',
  input: v.object({
    id: v.optional(f.wholeNumber),
    direction: v.optional(v.picklist(['in', 'out'], 'format')),
    coin: v.optional(f.coin),
    cursor: f.cursor,
  }),
  /** `asOf`: the clock of the moments in it, when it was asked. */
  output: v.object({ ...f.page(transferRow).entries, asOf: f.moment }),
  failures: [],
  always: true,
})
