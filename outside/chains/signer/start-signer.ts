import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { base64urlnopad } from '@scure/base'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { randomBytes } from '#kit/text/random.ts'
import { type Clock, wallClock } from '#kit/time/clock.ts'
import { type Keystore, type KeystoreCost, keystoreCost, openKeystore, sealKeystore } from '../keys/keystore.ts'
import { writeWhole } from './journal/append-file.ts'
import { SignerJournal } from './journal/signer-journal.ts'
import { journalKeyOf } from './journal/signer-watermark.ts'
import { readAcceptance } from './limits/signer-acceptance.ts'
import { localSigner, type Signer } from './signer.ts'
import { firstRules, readRules, type SignerRules, unwatchedReason } from './signer-rules.ts'
import { serveSigner, signerSocket } from './signer-socket.ts'

const purpose = 'house'

export type SignerOptions = {
  readonly dataDir: string
  /** Default: <dataDir>/signer/passphrase, generated at first start. For the demo only, because it is stored next to the key. */
  readonly passphrase?: string | undefined
  readonly cost?: KeystoreCost
  /** Test override of <dataDir>/signer/rules.json. */
  readonly rules?: SignerRules
  readonly clock?: Clock
  readonly demo?: boolean
  /** Real networks: stores no passphrase, and large payments need approvers. */
  readonly real?: boolean
}
type Opened = Pick<SignerOptions, 'clock' | 'cost'> & { readonly rules: SignerRules }
export type RunningSigner = Signer & { readonly socket: string; stop(): Promise<void> }

/** Owner-readable only. */
function readOrWrite(path: string, make: () => string): string {
  if (!existsSync(path)) writeWhole(path, make())
  return readFileSync(path, 'utf8').trim()
}

const seedOf = (entropy: Uint8Array): Uint8Array => mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist))

/** Creates the keystore last, so that a signer with keys always had a journal. */
function openKeys(folder: string, passphrase: string, { rules, clock = wallClock, cost = keystoreCost }: Opened) {
  const path = join(folder, 'keystore.json')
  const isFirst = !existsSync(path)
  const entropy = isFirst
    ? randomBytes(32)
    : openKeystore(JSON.parse(readFileSync(path, 'utf8')) as Keystore, passphrase, purpose)
  const seed = seedOf(entropy)
  const journal = new SignerJournal({
    path: join(folder, 'journal.ndjson'),
    markPath: join(folder, 'journal-mark.json'),
    key: journalKeyOf(seed),
    isFirst,
    accept: (end) => readAcceptance(join(folder, 'journal-accepted.json'), rules, end),
    now: () => clock.now().getTime(),
  })
  if (isFirst) writeWhole(path, JSON.stringify(sealKeystore(entropy, passphrase, purpose, cost)))
  return { seed, journal }
}

/** A stolen keystore can be attacked for years. */
const passphraseMin = 16

/** @throws a message for an operator */
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

export async function startSigner(options: SignerOptions): Promise<RunningSigner> {
  const { dataDir, passphrase, clock, demo = false, real = false } = options
  const folder = join(dataDir, 'signer')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const rulesPath = join(folder, 'rules.json')
  const rules = options.rules ?? readRules(readOrWrite(rulesPath, () => firstRules({ demo })))
  if (real) refuseUnsafe(passphrase, rules, rulesPath)
  const secret =
    passphrase ?? readOrWrite(join(folder, 'passphrase'), () => `${base64urlnopad.encode(randomBytes(32))}\n`)
  const { seed, journal } = openKeys(folder, secret, { ...options, rules })
  const signer = localSigner(seed, { journal, rules, ...(clock ? { clock } : {}) })
  // Operators compare these with the published keys.
  const { addressKeys } = await signer.publicKeys()
  writeWhole(join(folder, 'address-keys.json'), `${JSON.stringify(addressKeys, null, 1)}\n`)
  const socket = signerSocket(dataDir)
  const server = await serveSigner(signer, socket)
  const stop = async (): Promise<void> => {
    await server.stop()
    journal.close()
  }
  return { ...signer, socket, stop }
}
