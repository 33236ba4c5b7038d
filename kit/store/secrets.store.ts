import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Db } from './db.ts'

/** Each key is derived from the master secret for one use and never stored or logged. */
export type Secrets = {
  /** Password pepper: a stolen database alone allows no guessing. */
  readonly pepper: Uint8Array
  readonly requestTokenKey: Uint8Array
  readonly challengeKey: Uint8Array
  readonly captchaKey: Uint8Array
  readonly mailKey: Uint8Array
  readonly passkeyKey: Uint8Array
  /** Encrypts stored secrets such as authenticator secrets and session keys. */
  readonly sealKey: Uint8Array
  /** Ed25519, for public statements. */
  readonly publishKey: Uint8Array
  readonly pushKey: Uint8Array
  /** Identifies the master secret and reveals nothing else. */
  readonly fingerprint: string
}

const length = 32

export function deriveSecrets(master: Uint8Array): Secrets {
  const derive = (use: string) => new Uint8Array(hkdfSync('sha256', master, 'glasshouse/server/v1', use, length))
  return {
    pepper: derive('password pepper'),
    requestTokenKey: derive('request token'),
    challengeKey: derive('challenge'),
    captchaKey: derive('captcha'),
    mailKey: derive('mail'),
    passkeyKey: derive('passkey'),
    sealKey: derive('seal'),
    publishKey: derive('publish'),
    pushKey: derive('push'),
    fingerprint: Buffer.from(derive('fingerprint')).toString('hex'),
  }
}

/**
 * 64 hex digits. The first start creates the file, readable only by its owner. Without it all passwords and authenticators are lost, so
 * back it up separately from the database. @throws when the file is malformed.
 */
export function loadSecrets(path: string): Secrets {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, `${randomBytes(length).toString('hex')}\n`)
    fsyncSync(file)
    closeSync(file)
  }
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} must hold 64 hex digits`)
  return deriveSecrets(Buffer.from(text, 'hex'))
}

/** The first start records the fingerprint. @throws when the secret differs. */
export async function expectKnownSecret(db: Db, { fingerprint }: Secrets): Promise<void> {
  await db.query('INSERT INTO server_secret (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [fingerprint])
  const [row] = await db.query<{ fingerprint: string }>('SELECT fingerprint FROM server_secret')
  if (row?.fingerprint !== fingerprint)
    throw new Error(
      "the file server-secret is not the one this database was made with: with another one no password would be right. Copy the first server's file into this data folder.",
    )
}

const ivLength = 12
const tagLength = 16

const keyObjects = new WeakMap<Uint8Array, KeyObject>()
/** Cached KeyObjects: parsing the bytes again costs several times the operation. The bytes never change. */
export function keyObjectOf(key: Uint8Array): KeyObject {
  const known = keyObjects.get(key)
  if (known) return known
  const made = createSecretKey(key)
  keyObjects.set(key, made)
  return made
}

/** Encrypts with AES-256-GCM, bound to `belongsTo`. */
export function seal(key: Uint8Array, plain: Uint8Array, belongsTo: string): Uint8Array {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), iv).setAAD(Buffer.from(belongsTo))
  return new Uint8Array(Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]))
}

/** @throws if the data was changed or `belongsTo` differs. */
export function openSealed(key: Uint8Array, sealed: Uint8Array, belongsTo: string): Uint8Array<ArrayBuffer> {
  const tagAt = sealed.length - tagLength
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(belongsTo))
    .setAuthTag(sealed.subarray(tagAt))
  return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(ivLength, tagAt)), decipher.final()]))
}
