import * as v from 'valibot'
import { contract } from '../contract.ts'
import { moment } from '../fields.ts'
import { actDigestText } from '../signing/act.ts'

const required = v.minLength<string, 1, 'required'>(1, 'required')
const bytes = (lengthMax: number) =>
  v.pipe(v.string('format'), required, v.maxLength(lengthMax, 'format'), v.regex(/^[\w-]+$/, 'format'))

/** Digest of the action (act.ts). */
const act = v.pipe(v.string('format'), required, v.regex(actDigestText, 'format'))
const credentialId = bytes(1400)
const clientData = bytes(2000)

export const assertion = v.object(
  { id: credentialId, clientData, authenticatorData: bytes(1000), signature: bytes(1000) },
  'format',
)
export const attestation = v.object(
  {
    id: credentialId,
    clientData,
    attestation: bytes(8000),
    transports: v.optional(
      v.pipe(v.array(v.pipe(v.string('format'), v.regex(/^[a-z-]{1,20}$/, 'format'))), v.maxLength(8, 'format')),
      [],
    ),
  },
  'format',
)
const known = v.object({ id: v.string(), transports: v.array(v.string()) })

export const askPasskey = contract({
  method: 'POST',
  path: '/wallet/passkey-ask',
  access: 'session',
  counted: 'password',
  summary: 'Creates a challenge for a passkey of this device to sign, confirming one call identified by its digest.',
  input: v.object({ act }),
  output: v.object({ challenge: v.string(), host: v.string(), passkeys: v.array(known) }),
  failures: ['identity.frozen', 'identity.passkey_wrong'],
  secretAnswer: true,
  always: true,
  evenWhenStopped: true,
})

/** The returned token is valid only for this call under its idempotency key. */
export const confirmByPasskey = contract({
  method: 'POST',
  path: '/wallet/passkey-check',
  access: 'session',
  counted: 'password',
  summary: 'Confirms one call with a passkey instead of the wallet password.',
  input: v.object({ act, passkey: assertion }),
  output: v.object({ walletToken: v.string(), expiresAt: moment }),
  failures: [
    'identity.frozen',
    'identity.passkey_wrong',
    'identity.passkey_expired',
    'identity.passkey_locked',
    'identity.passkey_copied',
  ],
  secretAnswer: true,
  always: true,
  evenWhenStopped: true,
})
