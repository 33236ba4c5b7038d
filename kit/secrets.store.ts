import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Db } from './db.ts'

/** The server's secrets, each derived from one master secret for one use. None is ever written to the database or a log. */
export type Secrets = {
  /** Mixed into passwords before they are hashed: a stolen database alone cannot be guessed against. */
  readonly pepper: Uint8Array
  /** Signs request tokens. */
  readonly requestTokenKey: Uint8Array
  /** Makes the challenges an identity key signs, so that they need not be kept. */
  readonly challengeKey: Uint8Array
  /** Makes puzzles and signs their solutions, so that they need not be kept. */
  readonly captchaKey: Uint8Array
  /** Hides e-mail addresses and codes: what is kept of them can be compared and not read. */
  readonly mailKey: Uint8Array
  /** Makes the challenges a passkey signs, so that they need not be kept. */
  readonly passkeyKey: Uint8Array
  /** Seals what the database must keep but not show: authenticator secrets, session keys. */
  readonly sealKey: Uint8Array
  /** Signs what is published: Ed25519. */
  readonly publishKey: Uint8Array
  /** Makes the key that push services know this house by. */
  readonly pushKey: Uint8Array
  /** Tells this master secret from others, and nothing else about it. */
  readonly fingerprint: string
}

const length = 32

/** Derives every secret from 32 master bytes. */
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
 * Reads the master secret, 64 hex digits, and derives the rest. The first start makes the file, readable by its owner alone.
 * Losing it loses every password and authenticator: back it up apart from the database.
 * @throws when the file holds something else.
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

/**
 * The first server to start names its secret in the database. Another one would open nothing that is sealed there, and refuse every right password.
 * @throws when this is another secret.
 */
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
/** A key as Node's own functions take it soonest: to look at its bytes anew costs several times what is done with them. The bytes never change. */
export function keyObjectOf(key: Uint8Array): KeyObject {
  const known = keyObjects.get(key)
  if (known) return known
  const made = createSecretKey(key)
  keyObjects.set(key, made)
  return made
}

/** Encrypts bytes (AES-256-GCM), bound to what they belong to: moved to another row they do not open. */
export function seal(key: Uint8Array, plain: Uint8Array, belongsTo: string): Uint8Array {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), iv).setAAD(Buffer.from(belongsTo))
  return new Uint8Array(Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]))
}

/** Decrypts what `seal` made. @throws when it was changed or belongs to something else. */
export function openSealed(key: Uint8Array, sealed: Uint8Array, belongsTo: string): Uint8Array<ArrayBuffer> {
  const tagAt = sealed.length - tagLength
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(belongsTo))
    .setAuthTag(sealed.subarray(tagAt))
  return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(ivLength, tagAt)), decipher.final()]))
}
