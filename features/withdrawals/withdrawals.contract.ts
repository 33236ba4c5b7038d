import * as v from 'valibot'
import { wait, withdrawalRow } from '#custody/payments/fields.ts'
import { contract, type OutputOf } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'

const addressRow = v.object({
  chain: f.chain,
  name: v.string(),
  standard: v.string(),
  /** Address length in characters. */
  length: v.number(),
  bound: v.nullable(
    v.object({
      address: v.string(),
      remark: v.string(),
      boundAt: f.moment,
      /** A new address can be paid only from this moment, after 24 h. */
      payableFrom: f.moment,
      /** Requested replacement, or null. */
      change: v.nullable(
        v.object({
          address: v.string(),
          remark: v.string(),
          askedAt: f.moment,
          /** The replacement takes effect after this moment, once support confirmed it and no payment to the old address is pending. */
          readyAt: f.moment,
          confirmed: v.boolean(),
        }),
      ),
    }),
  ),
})

export const withdrawalAddresses = contract({
  method: 'GET',
  path: '/my/addresses',
  access: 'session',
  summary: 'Lists the wallet’s withdrawal addresses, one per chain.',
  input: v.object({}),
  output: v.object({ items: v.array(addressRow) }),
  failures: [],
  always: true,
})
export type AddressRow = OutputOf<typeof withdrawalAddresses>['items'][number]
export type BoundRow = AddressRow & { readonly bound: NonNullable<AddressRow['bound']> }

/** In user-perceived characters. */
export const addressNameMax = 40

const signedAddress = v.object({
  chain: f.chain,
  address: f.text(80),
  remark: f.line(addressNameMax),
  code: f.code,
  /** Unix seconds of the device's clock, as signed. */
  issuedAt: f.wholeNumber,
  /** Ed25519, base64url. */
  signature: f.text(120),
})

/**
 * Permanent. `signature` is made on the device with the identity key over "idwallet-bind-v1\n<walletId>\n<chain>\n<address>\n<issuedAt>",
 * with the address exactly as sent. Without it no one, including the company, can redirect payouts.
 */
export const bindAddress = contract({
  method: 'POST',
  path: '/my/address-bind',
  access: 'money',
  summary:
    'Adds the wallet’s only withdrawal address for a chain, confirmed by the Google code and an identity key signature.',
  input: signedAddress,
  secondFactor: { field: 'code', purpose: 'security' },
  output: v.object({ chain: f.chain, address: v.string(), payableFrom: f.moment }),
  failures: [
    'funds.address_length',
    'funds.address_format',
    'funds.address_checksum',
    'funds.same_as_deposit_address',
    'funds.address_bound',
    'funds.certificate_wrong',
    'identity.google_not_bound',
    'identity.code_wrong',
    'identity.code_used',
    'identity.code_locked',
    'identity.frozen',
  ],
  evenWhenStopped: true,
  always: true,
})

/**
 * `signature` is made with the identity key over "idwallet-change-v1\n<walletId>\n<chain>\n<old address>\n<new address>\n<issuedAt>", the
 * new one exactly as sent. The change needs support's approval and 72 hours. Until then the old address is paid and the holder can cancel.
 */
export const changeAddress = contract({
  method: 'POST',
  path: '/my/address-change',
  access: 'money',
  summary:
    'Requests a change of a chain’s withdrawal address, confirmed by the Google code and an identity key signature.',
  input: signedAddress,
  secondFactor: { field: 'code', purpose: 'security' },
  output: v.object({ chain: f.chain, address: v.string(), readyAt: f.moment }),
  failures: [
    'funds.address_not_bound',
    'funds.address_length',
    'funds.address_format',
    'funds.address_checksum',
    'funds.same_as_deposit_address',
    'funds.address_same',
    'funds.address_change_open',
    'funds.certificate_wrong',
    'identity.google_not_bound',
    'identity.code_wrong',
    'identity.code_used',
    'identity.code_locked',
    'identity.frozen',
  ],
  evenWhenStopped: true,
  always: true,
})

export const cancelAddressChange = contract({
  method: 'POST',
  path: '/my/address-change-cancel',
  access: 'session',
  summary: 'Cancels a requested change of a withdrawal address.',
  input: v.object({ chain: f.chain }),
  output: v.object({ chain: f.chain }),
  failures: ['request.data_missing'],
  always: true,
  evenWhenStopped: true,
})

export const withdrawalRules = contract({
  method: 'GET',
  path: '/wallet/withdraw-rules',
  access: 'session',
  summary: 'Returns the minimum, fee, limits, address and holds for withdrawing one coin on one chain.',
  input: v.object({ chain: f.chain, coin: f.coin }),
  output: v.object({
    chain: f.chain,
    coin: f.coin,
    /** False while withdrawals are switched off, outside the window, or without a node. */
    open: v.boolean(),
    /** Daily window in UTC, "00:00" to "24:00". */
    opensAt: v.string(),
    closesAt: v.string(),
    closing: f.closing,
    minimum: f.exactAmount,
    /** The holder receives amount − fee. */
    fee: f.exactAmount,
    available: f.heldAmount,
    /** `most`: maximum per payment including fee. `ownShare`: maximum per wallet within 24 hours. In the coin; null if unknown. */
    most: v.nullable(f.heldAmount),
    ownShare: v.nullable(f.exactAmount),
    /** USDT values: per withdrawal, per rolling 24 h, and what remains. */
    maximumValue: f.exactAmount,
    dayLimitValue: f.exactAmount,
    dayLeftValue: f.exactAmount,
    /** Last known price in USDT; null means no value limit applies. */
    price: v.nullable(f.exactAmount),
    /** Thresholds for a manual review: value per withdrawal, value within 24 h, and count within 24 h. */
    reviewAboveValue: f.exactAmount,
    reviewAboveDayValue: f.exactAmount,
    reviewAboveCount: v.number(),
    /** Requests in the last 24 h, without canceled ones. */
    dayCount: v.number(),
    address: v.nullable(v.string()),
    remark: v.string(),
    /** True if the demo simulates this chain. */
    simulated: v.boolean(),
    googleBound: v.boolean(),
    /** The holder's freeze, or a ban with reason and end. Blocks all requests. */
    stop: v.nullable(v.object({ by: v.picklist(['freeze', 'ban']), reason: v.string(), until: v.nullable(f.moment) })),
    /** Reasons why a new request would wait. It is still accepted. */
    waits: v.array(wait),
    /** Estimated duration without holds, from recent withdrawals. */
    usual: v.object({
      /** Median and 90th percentile until sent; null with too few withdrawals. */
      sentSeconds: v.nullable(v.number()),
      slowSeconds: v.nullable(v.number()),
      /** From sending to enough confirmations. */
      arrivalSeconds: v.number(),
    }),
    /** True if the chain has stalled or our reader is behind. */
    late: v.boolean(),
  }),
  failures: ['funds.chain_coin'],
  always: true,
})

/** Holds the whole amount immediately. */
export const requestWithdrawal = contract({
  method: 'POST',
  path: '/wallet/withdraw',
  access: 'money',
  orPasskey: true,
  summary: 'Requests a withdrawal to the saved address, confirmed by the wallet password and the Google code.',
  input: v.object({ chain: f.chain, coin: f.coin, amount: f.typedAmount, code: f.code }),
  secondFactor: { field: 'code', purpose: 'withdraw' },
  output: withdrawalRow,
  failures: [
    'funds.chain_coin',
    'funds.withdrawal_closed',
    'funds.withdrawal_wrong_time',
    'funds.withdrawal_below_minimum',
    'funds.withdrawal_above_maximum',
    'funds.withdrawal_above_payout',
    'funds.withdrawal_day_limit',
    'funds.address_not_bound',
    'balance.fee',
    'balance.insufficient',
    'identity.google_not_bound',
    'identity.code_wrong',
    'identity.code_used',
    'identity.code_locked',
    'identity.frozen',
    'identity.withdrawal_banned',
  ],
  always: true,
  // A suspension allows withdrawals; freezes and withdrawal bans are checked here.
  evenWhenStopped: true,
})

/** Only while held or reviewing. The whole amount returns. */
export const cancelWithdrawal = contract({
  method: 'POST',
  path: '/wallet/withdraw-cancel',
  access: 'session',
  summary: 'Cancels a withdrawal that has not been sent.',
  input: v.object({ id: f.wholeNumber }),
  output: withdrawalRow,
  failures: ['funds.withdrawal_not_cancellable', 'request.data_missing'],
  always: true,
  evenWhenStopped: true,
})

/** With `id`, only that withdrawal. */
export const withdrawals = contract({
  method: 'GET',
  path: '/wallet/withdraws',
  access: 'session',
  summary: 'Lists the wallet’s withdrawals, newest first, with their current status.',
  input: v.object({
    id: v.optional(f.wholeNumber),
    coin: v.optional(f.coin),
    chain: v.optional(f.chain),
    cursor: f.cursor,
  }),
  output: f.page(withdrawalRow),
  failures: [],
  always: true,
})
