import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { attestation } from '#kit/wire/contracts/passkey.contract.ts'
import { moment, nothing, optionalText } from '#kit/wire/fields.ts'

export const loadPasskeys = contract({
  method: 'GET',
  path: '/my/passkeys',
  access: 'session',
  summary: 'Lists the wallet’s passkeys with their device, last use, and whether each works here.',
  input: nothing,
  output: v.object({
    most: v.number(),
    googleBound: v.boolean(),
    passkeys: v.array(
      v.object({
        id: v.string(),
        userAgent: v.string(),
        createdAt: moment,
        usedAt: v.nullable(moment),
        /** Revoked, because two devices used its key. */
        copied: v.boolean(),
        /** Usable on this device and at this address. */
        here: v.boolean(),
      }),
    ),
  }),
  failures: [],
})

export const beginPasskey = contract({
  method: 'POST',
  path: '/my/passkey-begin',
  access: 'money',
  summary: 'Creates a challenge for a new passkey of this device to sign.',
  input: nothing,
  output: v.object({ challenge: v.string(), host: v.string(), known: v.array(v.string()) }),
  failures: ['identity.passkey_too_many'],
  secretAnswer: true,
})

/** Needs a code if an authenticator is bound. Withdrawals are then blocked for 24 h. */
export const addPasskey = contract({
  method: 'POST',
  path: '/my/passkey-add',
  access: 'money',
  summary: 'Adds a passkey of this device, which can confirm calls instead of the wallet password.',
  input: v.object({ passkey: attestation, code: optionalText(6) }),
  secondFactor: { field: 'code', purpose: 'security' },
  output: v.object({ id: v.string(), withdrawalsHeldUntil: moment }),
  failures: [
    'identity.passkey_wrong',
    'identity.passkey_expired',
    'identity.passkey_too_many',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
    'identity.code_locked',
  ],
})

/** An empty id removes all. No password is required, because removal makes the wallet safer. */
export const removePasskeys = contract({
  method: 'POST',
  path: '/my/passkey-remove',
  access: 'session',
  summary: 'Removes one or all of the wallet’s passkeys.',
  input: v.object({ id: optionalText(40) }),
  output: v.object({ removed: v.number() }),
  failures: [],
  always: true,
  evenWhenStopped: true,
})
