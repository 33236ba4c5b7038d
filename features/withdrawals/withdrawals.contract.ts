import * as v from 'valibot'
import { wait, withdrawalRow } from '#custody/payments/fields.ts'
import { contract, type OutputOf } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'

const addressRow = v.object({
  chain: f.chain,
  name: v.string(),
  standard: v.string(),
  /** How many characters an address has here. */
  length: v.number(),
  /** Null where none is bound yet. */
  bound: v.nullable(
    v.object({
      address: v.string(),
      remark: v.string(),
      boundAt: f.moment,
      /** A new address waits 24 h: payments to it leave from this moment on. */
      payableFrom: f.moment,
      /** The address that is to take its place; null where none was asked for. */
      change: v.nullable(
        v.object({
          address: v.string(),
          remark: v.string(),
          askedAt: f.moment,
          /** It is made from this moment on, when support has said yes, and nothing is on its way to the old one. */
          readyAt: f.moment,
          confirmed: v.boolean(),
        }),
      ),
    }),
  ),
})

/** The wallet's withdrawal addresses: one line per chain, bound or not. */
export const withdrawalAddresses = contract({
  method: 'GET',
  path: '/my/addresses',
  access: 'session',
  summary: 'The withdrawal addresses of the wallet, one per chain.',
  input: v.object({}),
  output: v.object({ items: v.array(addressRow) }),
  failures: [],
  always: true,
})
export type AddressRow = OutputOf<typeof withdrawalAddresses>['items'][number]
export type BoundRow = AddressRow & { readonly bound: NonNullable<AddressRow['bound']> }

/** Characters of the name of an address, as a person counts them. */
export const addressNameMax = 40

/** An address in the holder's own words, signed on the device. */
const signedAddress = v.object({
  chain: f.chain,
  address: f.text(80),
  /** What the holder calls this address. */
  remark: f.line(addressNameMax),
  code: f.code,
  /** Seconds since 1970 on the device's clock, as signed. */
  issuedAt: f.wholeNumber,
  /** Ed25519, base64url. */
  signature: f.text(120),
})

/**
 * Binds a withdrawal address, for good. `signature` is made on the device with the identity key over
 * "idwallet-bind-v1\n<walletId>\n<chain>\n<address>\n<issuedAt>" with the address exactly as sent: without it nobody, not even the
 * house, can have coins paid to another address.
 */
export const bindAddress = contract({
  method: 'POST',
  path: '/my/address-bind',
  access: 'money',
  summary: 'Binds the one withdrawal address of a chain; needs the Google code and a signature of the identity key.',
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
 * Asks that another address takes the place of the bound one. `signature` is made on the device with the identity key over
 * "idwallet-change-v1\n<walletId>\n<chain>\n<old address>\n<new address>\n<issuedAt>", the old one as it is shown, the new one exactly as
 * sent. Support has to say yes, and 72 hours pass; until then the old one is paid, and the holder can take it back.
 */
export const changeAddress = contract({
  method: 'POST',
  path: '/my/address-change',
  access: 'money',
  summary:
    'Asks to change the bound withdrawal address of a chain; needs the Google code and a signature of the identity key.',
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

/** Takes back the wish for another address, at any time before it is made. */
export const cancelAddressChange = contract({
  method: 'POST',
  path: '/my/address-change-cancel',
  access: 'session',
  summary: 'Takes back an asked-for change of a withdrawal address.',
  input: v.object({ chain: f.chain }),
  output: v.object({ chain: f.chain }),
  failures: ['request.data_missing'],
  always: true,
  evenWhenStopped: true,
})

/** Everything that bounds a withdrawal, shown before anything is typed. */
export const withdrawalRules = contract({
  method: 'GET',
  path: '/wallet/withdraw-rules',
  access: 'session',
  summary: 'Minimum, fee, limits, address and holds of a withdrawal of one coin on one chain.',
  input: v.object({ chain: f.chain, coin: f.coin }),
  output: v.object({
    chain: f.chain,
    coin: f.coin,
    /** False while the switch or window is closed, or no node is connected. */
    open: v.boolean(),
    /** The daily window, UTC, "00:00" to "24:00". */
    opensAt: v.string(),
    closesAt: v.string(),
    closing: f.closing,
    minimum: f.exactAmount,
    /** Deducted from the amount: what arrives is amount − fee. */
    fee: f.exactAmount,
    available: f.heldAmount,
    /** The most of the coin that what pays it pays at once, fee included, and what one wallet is paid of it within 24 hours; null where not known. */
    most: v.nullable(f.heldAmount),
    ownShare: v.nullable(f.exactAmount),
    /** USDT value: at once, per rolling 24 h, and what of that is left. */
    maximumValue: f.exactAmount,
    dayLimitValue: f.exactAmount,
    dayLeftValue: f.exactAmount,
    /** The USDT value of one coin, the last one known; null if there never was a price (then no value limit binds). */
    price: v.nullable(f.exactAmount),
    /** Above this value at once, or this within 24 h, or from more than so many within 24 h on, the operator looks first. */
    reviewAboveValue: f.exactAmount,
    reviewAboveDayValue: f.exactAmount,
    reviewAboveCount: v.number(),
    /** How many were asked for in the last 24 h, without those taken back. */
    dayCount: v.number(),
    /** Null until one is bound. */
    address: v.nullable(v.string()),
    remark: v.string(),
    /** True in the demo where no node of this chain runs, but a simulation of ours. */
    simulated: v.boolean(),
    googleBound: v.boolean(),
    /** Why none can be asked for at all: the holder's own freeze, or a ban with its reason and end. */
    stop: v.nullable(v.object({ by: v.picklist(['freeze', 'ban']), reason: v.string(), until: v.nullable(f.moment) })),
    /** What a withdrawal asked for now would wait for; it is accepted all the same. */
    waits: v.array(wait),
    /** How long the last withdrawals of the chain took once nothing held them: an estimate. */
    usual: v.object({
      /** Half of them were sent within this time, and one in ten took longer than that; null where there were too few to say. */
      sentSeconds: v.nullable(v.number()),
      slowSeconds: v.nullable(v.number()),
      /** From being sent until there are enough blocks over it. */
      arrivalSeconds: v.number(),
    }),
    /** The chain stands still, or we are behind in reading it: it takes longer now. */
    late: v.boolean(),
  }),
  failures: ['funds.chain_coin'],
  always: true,
})

/** Asks for a withdrawal to the bound address. The whole amount is held at once. */
export const requestWithdrawal = contract({
  method: 'POST',
  path: '/wallet/withdraw',
  access: 'money',
  orPasskey: true,
  summary: 'Asks for a withdrawal to the bound address; needs the wallet password and the Google code.',
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
  // A suspension stops everything but withdrawing; a freeze and a ban of withdrawals are looked at here.
  evenWhenStopped: true,
})

/** Takes a withdrawal back while it is held or reviewing: the whole amount returns. */
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

/** The wallet's withdrawals, the newest first; with `id` only that one. */
export const withdrawals = contract({
  method: 'GET',
  path: '/wallet/withdraws',
  access: 'session',
  summary: 'Withdrawals of the wallet and how far each has come.',
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
