import { argon2Sync } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { randomBytes } from '#kit/text/random.ts'

/** Cost of one passphrase guess. `memory` in KiB. */
export type KeystoreCost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

/** 256 MiB and three passes take about a second, once per signer start. */
export const keystoreCost: KeystoreCost = { memory: 262_144, passes: 3, parallelism: 1 }

export type Keystore = {
  readonly version: 1
  readonly kdf: KeystoreCost & { readonly name: 'argon2id'; readonly salt: string }
  readonly cipher: { readonly name: 'xchacha20-poly1305'; readonly nonce: string }
  /** Bound to the ciphertext, so that keystores are not interchangeable. */
  readonly purpose: string
  readonly ciphertext: string
}

const additionalData = (purpose: string): Uint8Array => utf8ToBytes(`idwallet-keystore-v1|${purpose}`)

function keyOf(passphrase: string, salt: Uint8Array, { memory, passes, parallelism }: KeystoreCost): Uint8Array {
  const message = utf8ToBytes(passphrase.normalize('NFKC'))
  return new Uint8Array(argon2Sync('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: 32 }))
}

export function sealKeystore(
  secret: Uint8Array,
  passphrase: string,
  purpose: string,
  cost: KeystoreCost = keystoreCost,
): Keystore {
  const salt = randomBytes(16)
  const nonce = randomBytes(24)
  const cipher = xchacha20poly1305(keyOf(passphrase, salt, cost), nonce, additionalData(purpose))
  return {
    version: 1,
    kdf: { name: 'argon2id', ...cost, salt: base64.encode(salt) },
    cipher: { name: 'xchacha20-poly1305', nonce: base64.encode(nonce) },
    purpose,
    ciphertext: base64.encode(cipher.encrypt(secret)),
  }
}

/** @throws if the passphrase or purpose is wrong, or a byte was changed. */
export function openKeystore(keystore: Keystore, passphrase: string, purpose: string): Uint8Array {
  const { kdf, cipher, ciphertext } = keystore
  const key = keyOf(passphrase, base64.decode(kdf.salt), kdf)
  try {
    return xchacha20poly1305(key, base64.decode(cipher.nonce), additionalData(purpose)).decrypt(
      base64.decode(ciphertext),
    )
  } catch {
    throw new Error('the keystore does not open: the passphrase is wrong, or the file was changed')
  }
}
