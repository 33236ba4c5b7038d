import { base64urlnopad } from '@scure/base'
import { type StaffMessage, staffText } from '#chat/staff-text.ts'

export type StaffKey = {
  readonly operator: string
  readonly publicKey: string
  readonly since: string
  readonly until: string | null
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(base64urlnopad.decode(text))

/** Uses the browser's Ed25519 if available, else our implementation. Never throws. */
async function isSigned(text: string, signature: string, publicKey: string): Promise<boolean> {
  let key: Awaited<ReturnType<typeof crypto.subtle.importKey>>
  try {
    key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
  } catch {
    const { isSignatureRight } = await import('#identity/sessions/identity-key.ts')
    return isSignatureRight(text, signature, publicKey)
  }
  try {
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
  } catch {
    return false
  }
}

/** True if the operator's key was valid at the message's time and the signature covers exactly the shown content. */
export async function isOfStaff(
  message: StaffMessage & { readonly signature: string | null },
  keys: readonly StaffKey[],
): Promise<boolean> {
  const { operator, at, signature } = message
  const key = keys.find((one) => one.operator === operator)
  if (!key || !signature || Number.isNaN(at.getTime())) return false
  const isInTime = at >= new Date(key.since) && (key.until === null || at <= new Date(key.until))
  return isInTime && isSigned(staffText(message), signature, key.publicKey)
}
