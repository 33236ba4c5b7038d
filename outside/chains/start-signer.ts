import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base64urlnopad } from '@scure/base'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Clock } from '#kit/clock.ts'
import { randomBytes } from '#kit/random.ts'
import { type Keystore, type KeystoreCost, keystoreCost, openKeystore, sealKeystore } from './keystore.ts'
import { localSigner, type Signer } from './signer.ts'
import { SignerJournal } from './signer-journal.ts'
import { firstRules, readRules, type SignerRules, unwatchedReason } from './signer-rules.ts'
import { serveSigner, signerSocket } from './signer-socket.ts'

const purpose = 'house'

export type SignerOptions = {
  readonly dataDir: string
  /**
   * What opens the keystore. Left out, it is read from <dataDir>/signer/passphrase, which is written at the first start: enough for
   * the demo, where key and passphrase may lie side by side, and for nothing else.
   */
  readonly passphrase?: string | undefined
  readonly cost?: KeystoreCost
  /** For tests: other limits than those of <dataDir>/signer/rules.json, which is written at the first start and is the operator's to change. */
  readonly rules?: SignerRules
  readonly clock?: Clock
  /** Whether rules written at the first start are those of a demo. */
  readonly demo?: boolean
  /** Whether it signs for real networks: then it keeps no passphrase itself, and approvers are asked about what is large. */
  readonly real?: boolean
}
export type RunningSigner = Signer & { readonly socket: string; stop(): Promise<void> }

/** Reads a file that only its owner may read, or writes it at the first start. */
function readOrWrite(path: string, make: () => string): string {
  if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o600, flush: true, flag: 'wx' })
  return readFileSync(path, 'utf8').trim()
}

/** Opens the keystore of a data folder, or makes one at the first start. @returns the seed of all keys. */
function openSeed(folder: string, passphrase: string, cost: KeystoreCost): Uint8Array {
  const path = join(folder, 'keystore.json')
  const text = readOrWrite(path, () => JSON.stringify(sealKeystore(randomBytes(32), passphrase, purpose, cost)))
  const entropy = openKeystore(JSON.parse(text) as Keystore, passphrase, purpose)
  return mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist))
}

/** A keystore may be stolen and tried for years: what is shorter can be guessed. */
const passphraseMin = 16

/** @throws with what is wrong, in words an operator can act on */
function refuseUnsafe(passphrase: string | undefined, rules: SignerRules, rulesPath: string): void {
  if (passphrase === undefined)
    throw new Error('with real networks the signer keeps no passphrase beside its keystore: name a PASSPHRASE_FILE')
  if (passphrase.trim().length < passphraseMin)
    throw new Error(
      `the first line of PASSPHRASE_FILE is shorter than ${passphraseMin} characters, which can be guessed`,
    )
  const reason = unwatchedReason(rules)
  if (reason) throw new Error(`${rulesPath}: ${reason}`)
}

/** Starts the signer of a data folder: opens its keystore, rules and journal and listens on its socket. */
export async function startSigner(options: SignerOptions): Promise<RunningSigner> {
  const { dataDir, passphrase, cost = keystoreCost, clock, demo = false, real = false } = options
  const folder = join(dataDir, 'signer')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const rulesPath = join(folder, 'rules.json')
  const rules = options.rules ?? readRules(readOrWrite(rulesPath, () => firstRules({ demo })))
  if (real) refuseUnsafe(passphrase, rules, rulesPath)
  const secret =
    passphrase ?? readOrWrite(join(folder, 'passphrase'), () => `${base64urlnopad.encode(randomBytes(32))}\n`)
  const seed = openSeed(folder, secret, cost)
  const journal = new SignerJournal(join(folder, 'journal.ndjson'))
  const signer = localSigner(seed, { journal, rules, ...(clock ? { clock } : {}) })
  const socket = signerSocket(dataDir)
  const server = await serveSigner(signer, socket)
  const stop = async (): Promise<void> => {
    await server.stop()
    journal.close()
  }
  return { ...signer, socket, stop }
}
