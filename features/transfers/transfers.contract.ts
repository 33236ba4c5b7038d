import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'

/** Ignores spaces, hyphens and case. */
const typedWalletId = f.text(60)

/** In user-perceived characters. */
export const remarkLengthMax = 60

export const transferRules = contract({
  method: 'GET',
  path: '/wallet/conver-rules',
  access: 'session',
  summary: 'Returns the limits, time window and holds for transferring a coin to another wallet.',
  input: v.object({ coin: f.coin }),
  output: v.object({
    coin: f.coin,
    open: v.boolean(),
    /** Daily window in UTC, "00:00" to "24:00". */
    opensAt: v.string(),
    closesAt: v.string(),
    closing: f.closing,
    /** USDT value per transfer. */
    minimumValue: f.exactAmount,
    maximumValue: f.exactAmount,
    /** USDT value per 24 hours without an authenticator code, transfers and exchanges together. */
    withoutCodeValue: f.exactAmount,
    /** Remainder of `withoutCodeValue`. */
    withoutCodeLeft: f.exactAmount,
    available: f.heldAmount,
    /** Last known price in USDT; null means no value limit applies. */
    price: v.nullable(f.exactAmount),
    /** `team`: only wallets below or above the sender. */
    scope: v.picklist(['any', 'team']),
    /** Only a wallet with a confirmed backup can be paid. */
    activated: v.boolean(),
    /** Needs activation and a declared region that allows invitations. */
    mayInvite: v.boolean(),
    googleBound: v.boolean(),
    /** A freeze, suspension or withdrawal ban, which blocks all transfers. */
    stop: v.nullable(
      v.object({
        by: v.picklist(['freeze', 'suspension', 'ban']),
        reason: v.string(),
        /** Null for a freeze. */
        until: v.nullable(f.moment),
      }),
    ),
    /** After a security change, only previously paid wallets are payable until this moment. */
    heldUntil: v.nullable(f.moment),
  }),
  failures: [],
})

export const transferTarget = contract({
  method: 'GET',
  path: '/wallet/target',
  access: 'session',
  counted: 'lookup',
  summary: 'Returns the masked nickname of the wallet that will receive a transfer.',
  input: v.object({ receiverId: typedWalletId }),
  output: v.object({
    receiverId: v.string(),
    /** First and last character; empty if none. */
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
  receiverId: v.string(),
  nickname: v.string(),
  coin: f.coin,
  amount: f.exactAmount,
  remark: v.string(),
  at: f.moment,
})

export const makeTransfer = contract({
  method: 'POST',
  path: '/wallet/conver',
  access: 'money',
  orPasskey: true,
  summary: 'Transfers coins to another wallet immediately, irreversibly and without a fee.',
  input: v.object({
    receiverId: typedWalletId,
    coin: f.coin,
    amount: f.typedAmount,
    /** Visible to both sides. */
    remark: f.optionalLine(remarkLengthMax),
    /** The Google code, if required. */
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

/** With `id`, only that transfer. */
export const transfers = contract({
  method: 'GET',
  path: '/wallet/convers',
  access: 'session',
  summary: 'Lists the wallet’s incoming and outgoing transfers, newest first, with the other wallet and the note.',
  input: v.object({
    id: v.optional(f.wholeNumber),
    direction: v.optional(v.picklist(['in', 'out'], 'format')),
    coin: v.optional(f.coin),
    cursor: f.cursor,
  }),
  /** `asOf`: business clock at the time of the request. */
  output: v.object({ ...f.page(transferRow).entries, asOf: f.moment }),
  failures: [],
  always: true,
})
