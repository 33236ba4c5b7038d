import * as v from 'valibot'
import { text } from '#kit/wire/fields.ts'
import { proofPurposes } from './captcha/proof-purpose.ts'
import { passwordLengthMax } from './passwords/password-rules.ts'
import { parseWalletId } from './wallet-id.ts'

/** Ten characters plus spaces, dashes and invisible characters. */
const walletIdLengthMax = 60

/** Fails as `identity.wallet_id_wrong` if the check character does not match. Looks nothing up. */
export const walletIdText = v.pipe(
  text(walletIdLengthMax),
  v.transform((typed) => parseWalletId(typed) ?? typed),
  v.check((id) => parseWalletId(id) === id, 'identity.wallet_id_wrong'),
)
export const optionalWalletId = v.optional(
  v.union([v.pipe(v.string('format'), v.trim(), v.literal('')), walletIdText]),
  '',
)
/** Never trimmed. The password rules apply only when a password is set. */
export const passwordText = v.pipe(
  v.string('format'),
  v.minLength(1, 'required'),
  v.maxLength(passwordLengthMax * 2, 'format'),
)
export const publicKeyText = v.pipe(text(43), v.regex(/^[A-Za-z0-9_-]{43}$/, 'format'))
/** A P-256 point, 65 bytes base64url: the caller's half of the session key. */
export const sessionPointText = v.pipe(text(87), v.regex(/^B[A-Za-z0-9_-]{86}$/, 'format'))
export const deviceIdText = v.pipe(text(40), v.regex(/^[A-Za-z0-9_-]{4,40}$/, 'format'))
/** `v1.<pub>.<cid>.<sig>`, never the phrase. */
export const proofText = text(400)
export const proofPurpose = v.picklist(proofPurposes, 'format')
