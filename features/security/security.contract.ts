import * as v from 'valibot'
import { passwordText } from '#identity/fields.ts'
import { contract } from '#kit/wire/contract.ts'
import { code, moment, nothing, optionalText, text } from '#kit/wire/fields.ts'

/** The token authorizes payments in this session for five minutes. */
export const confirmPassword = contract({
  method: 'POST',
  path: '/wallet/check',
  access: 'session',
  counted: 'password',
  summary: 'Verifies the wallet password for calls that move money.',
  input: v.object({ walletPassword: passwordText }),
  wire: { walletPassword: 'paysword' },
  output: v.object({ walletToken: v.string(), expiresAt: moment }),
  failures: ['identity.password_wrong', 'identity.password_locked', 'identity.password_not_set'],
  secretAnswer: true,
  always: true,
  evenWhenStopped: true,
})

const sessionRow = v.object({
  id: v.string(),
  current: v.boolean(),
  userAgent: v.string(),
  ip: v.string(),
  createdAt: moment,
  seenAt: moment,
  endedAt: v.nullable(moment),
  endReason: v.nullable(
    v.picklist(['signed_out', 'logged_in_elsewhere', 'restored', 'password_changed', 'expired', 'by_operator']),
  ),
})
const loginRow = v.object({
  at: moment,
  kind: v.picklist(['create', 'phrase', 'restore', 'password']),
  ok: v.boolean(),
  userAgent: v.string(),
  ip: v.string(),
  knownDevice: v.boolean(),
  /** Failed sign-ins from this device within the hour; 1 for a success. */
  times: v.number(),
})

export const loadSecurity = contract({
  method: 'GET',
  path: '/my/security',
  access: 'session',
  summary: 'Returns the current state of the security center.',
  input: nothing,
  output: v.object({
    passwordSet: v.boolean(),
    googleBound: v.boolean(),
    /**
     * The mailbox's address, its last confirmation, and when it can be replaced without its code. `releasedFrom` is null unless operators
     * released the mailbox.
     */
    mail: v.nullable(v.object({ address: v.string(), heardAt: moment, releasedFrom: v.nullable(moment) })),
    backedUp: v.boolean(),
    now: moment,
    /** Business clock; null if not blocked. */
    withdrawalsHeldUntil: v.nullable(moment),
    holdReason: v.nullable(v.picklist(['password', 'authenticator', 'restore', 'unfreeze', 'mail', 'passkey'])),
    frozenAt: v.nullable(moment),
    banned: v.nullable(v.object({ reason: v.string(), until: v.nullable(moment) })),
    warning: v.nullable(v.object({ reason: v.string() })),
    withdrawalBan: v.nullable(v.object({ reason: v.string(), until: v.nullable(moment) })),
    sessions: v.array(sessionRow),
    logins: v.array(loginRow),
  }),
  failures: [],
})

export const endOwnSession = contract({
  method: 'POST',
  path: '/my/session-end',
  access: 'session',
  summary: 'Ends one of the wallet’s sessions.',
  input: v.object({ id: text(40) }),
  output: nothing,
  failures: ['request.data_missing'],
  always: true,
  evenWhenStopped: true,
})

/** The secret is returned once. A code must confirm the binding. */
export const setUpGoogle = contract({
  method: 'POST',
  path: '/my/google-setup',
  access: 'money',
  evenWhenStopped: true,
  summary: 'Creates a new authenticator secret to scan or copy.',
  input: nothing,
  output: v.object({ secret: v.string(), uri: v.string() }),
  failures: [],
  secretAnswer: true,
  always: true,
})

/** A replacement also needs a code from the old authenticator and blocks withdrawals for 24 h. */
export const bindGoogle = contract({
  method: 'POST',
  path: '/my/google-bind',
  access: 'money',
  evenWhenStopped: true,
  summary: 'Adds Google Authenticator to the wallet.',
  input: v.object({ code, currentCode: optionalText(6) }),
  secondFactor: { field: 'currentCode', purpose: 'security' },
  output: v.object({ googleBound: v.boolean(), withdrawalsHeldUntil: v.nullable(moment) }),
  failures: [
    'identity.google_not_set_up',
    'identity.code_wrong',
    'identity.code_used',
    'identity.code_locked',
    'identity.code_needed',
  ],
  always: true,
})

/** Needs the old password and, if a mailbox is bound, a mail or Google code. Ends other sessions; withdrawals are blocked for 24 h. */
export const changePassword = contract({
  method: 'POST',
  path: '/my/password',
  access: 'money',
  evenWhenStopped: true,
  counted: 'password',
  summary: 'Changes the wallet password.',
  input: v.object({
    currentPassword: passwordText,
    newPassword: passwordText,
    repeatPassword: passwordText,
    /** If a mailbox is bound, one of these codes is required. Otherwise only a bound authenticator requires its code. */
    mailCode: optionalText(6),
    googleCode: optionalText(6),
  }),
  secondFactor: { field: 'googleCode', purpose: 'security' },
  wire: {
    mailCode: 'code',
    googleCode: 'google_code',
  },
  output: v.object({ withdrawalsHeldUntil: moment }),
  failures: [
    'identity.password_wrong',
    'identity.password_locked',
    'identity.passwords_differ',
    'identity.password_weak',
    'identity.password_common',
    'identity.password_is_id',
    'identity.password_same',
    'identity.mail_code_needed',
    'identity.mail_code_expired',
    'identity.mail_code_wrong',
    'identity.google_not_bound',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
    'identity.code_locked',
  ],
  always: true,
})

export const freezeWallet = contract({
  method: 'POST',
  path: '/my/freeze',
  access: 'session',
  summary: 'Freezes the signed-in wallet.',
  input: v.object({ frozen: v.literal(true, 'format') }),
  output: v.object({ frozenAt: moment, withdrawalsHeldUntil: v.nullable(moment) }),
  failures: [],
  always: true,
  evenWhenStopped: true,
})

/**
 * Needs the password and, if bound, a Google code. Withdrawals are then blocked for 24 h, unless another unfreeze was within 7 days, so
 * repeated freezes cannot block them forever.
 */
export const unfreezeWallet = contract({
  method: 'POST',
  path: '/my/unfreeze',
  access: 'money',
  summary: 'Unfreezes the signed-in wallet.',
  input: v.object({ code: optionalText(6) }),
  secondFactor: { field: 'code', purpose: 'security' },
  output: v.object({ frozenAt: v.null(), withdrawalsHeldUntil: v.nullable(moment) }),
  failures: ['identity.code_needed', 'identity.code_wrong', 'identity.code_used', 'identity.code_locked'],
  always: true,
  evenWhenStopped: true,
})
