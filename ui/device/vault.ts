import { base64urlnopad } from '@scure/base'
import { randomBytes } from '#kit/text/random.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'

const saltLength = 16
const ivLength = 12

/** @throws CallFailure if the hashing code cannot be loaded, so the failure never looks like a wrong password */
async function keyOf(password: string, salt: Uint8Array): Promise<CryptoKey> {
  const { stretchPassword } = await import('../session/stretch-password.ts').catch(() => {
    throw new CallFailure('network', 'network')
  })
  const raw = await stretchPassword(password.normalize('NFKC'), salt)
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

export const fetchVault = (): Promise<unknown> => import('../session/stretch-password.ts')

/** Encrypts a secret (recovery phrase, identity key) with the wallet password. */
export async function sealWithPassword(secret: string, password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  const iv = randomBytes(ivLength)
  const key = await keyOf(password, salt)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(secret))
  return ['p1', salt, iv, new Uint8Array(sealed)]
    .map((part) => (typeof part === 'string' ? part : base64urlnopad.encode(part)))
    .join('.')
}

/** @returns undefined if the password is wrong @throws if the data is damaged */
export async function openWithPassword(sealed: string, password: string): Promise<string | undefined> {
  const [form, ...parts] = sealed.split('.')
  const [salt, iv, text] = parts.map((part) => new Uint8Array(base64urlnopad.decode(part)))
  if (form !== 'p1' || !salt || !iv || !text) return undefined
  const key = await keyOf(password, salt)
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, text)
    return new TextDecoder().decode(plain)
  } catch {
    return undefined
  }
}
