import * as v from 'valibot'
import { passwordText } from '#identity/fields.ts'
import { contract } from '#kit/wire/contract.ts'
import { code, moment, nothing, optionalText, text } from '#kit/wire/fields.ts'

/** Proves the wallet password. The answer's token opens calls that move money, for this session and five minutes. */
export const confirmPassword = contract({
  method: 'POST',
  path: '/wallet/check',
  access: 'session',
  counted: 'password',
  summary: 'Proves the wallet password for calls that move money.',
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
  /** Null while it is open. */
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
  /** Whether this device had signed in before. */
  knownDevice: v.boolean(),
  /** How often a sign-in failed from this device within the hour; 1 where it succeeded. */
  times: v.number(),
})

/** Everything the security centre shows. */
export const loadSecurity = contract({
  method: 'GET',
  path: '/my/security',
  access: 'session',
  summary: 'The state of the security centre.',
  input: nothing,
  output: v.object({
    passwordSet: v.boolean(),
    googleBound: v.boolean(),
    /** The bound e-mail address, when a code sent there last came back, and from when on another is bound without a code of it; null unless operators released it. */
    mail: v.nullable(v.object({ address: v.string(), heardAt: moment, releasedFrom: v.nullable(moment) })),
    backedUp: v.boolean(),
    /** The business moment of this answer: a wait is counted down from it. */
    now: moment,
    /** Business clock; null when nothing waits. */
    withdrawalsHeldUntil: v.nullable(moment),
    holdReason: v.nullable(v.picklist(['password', 'authenticator', 'restore', 'unfreeze', 'mail', 'passkey'])),
    frozenAt: v.nullable(moment),
    banned: v.nullable(v.object({ reason: v.string(), until: v.nullable(moment) })),
    /** The operator's words, until they take them back. */
    warning: v.nullable(v.object({ reason: v.string() })),
    withdrawalBan: v.nullable(v.object({ reason: v.string(), until: v.nullable(moment) })),
    sessions: v.array(sessionRow),
    /** The newest 20 sign-ins and the newest 20 rows of failed ones, newest first. */
    logins: v.array(loginRow),
  }),
  failures: [],
})

/** Ends one session that is open; its next call is asked to sign in. */
export const endOwnSession = contract({
  method: 'POST',
  path: '/my/session-end',
  access: 'session',
  summary: 'Ends one session of the wallet.',
  input: v.object({ id: text(40) }),
  output: nothing,
  failures: ['request.data_missing'],
  always: true,
  evenWhenStopped: true,
})

/** Makes a new authenticator secret, shown once; nothing is bound until a code of it is confirmed. */
export const setUpGoogle = contract({
  method: 'POST',
  path: '/my/google-setup',
  access: 'money',
  evenWhenStopped: true,
  summary: 'A new authenticator secret to scan or copy.',
  input: nothing,
  /** `secret` base 32; `uri` otpauth:// for a QR code. */
  output: v.object({ secret: v.string(), uri: v.string() }),
  failures: [],
  secretAnswer: true,
  always: true,
})

/** Binds the authenticator of the last set-up by one of its codes. Replacing one also takes a code of the old one, and withdrawals then wait 24 h. */
export const bindGoogle = contract({
  method: 'POST',
  path: '/my/google-bind',
  access: 'money',
  evenWhenStopped: true,
  summary: 'Binds Google Authenticator.',
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

/** Sets a new wallet password. Where a mailbox is bound, a code of it or of the authenticator stands beside the old password. Ends the other sessions; withdrawals wait 24 h. */
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
    /** Where a mailbox is bound: the code sent there, or in its place the Google code. Without one, the Google code where one is bound. */
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

/** Freezes one's own wallet at once: no money moves. The session alone is enough. */
export const freezeWallet = contract({
  method: 'POST',
  path: '/my/freeze',
  access: 'session',
  summary: "Freezes one's own wallet.",
  input: v.object({ frozen: v.literal(true, 'format') }),
  output: v.object({ frozenAt: moment, withdrawalsHeldUntil: v.nullable(moment) }),
  failures: [],
  always: true,
  evenWhenStopped: true,
})

/**
 * Ends one's own freeze with the password, and with a code where an authenticator is bound. Withdrawals then wait 24 h, but for a wallet that
 * was unfrozen within the seven days before: so nobody makes them wait for ever.
 */
export const unfreezeWallet = contract({
  method: 'POST',
  path: '/my/unfreeze',
  access: 'money',
  summary: "Ends the freeze of one's own wallet.",
  input: v.object({ code: optionalText(6) }),
  secondFactor: { field: 'code', purpose: 'security' },
  output: v.object({ frozenAt: v.null(), withdrawalsHeldUntil: v.nullable(moment) }),
  failures: ['identity.code_needed', 'identity.code_wrong', 'identity.code_used', 'identity.code_locked'],
  always: true,
  evenWhenStopped: true,
})
