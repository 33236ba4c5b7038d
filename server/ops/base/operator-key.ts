import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { base64urlnopad } from '@scure/base'
import * as v from 'valibot'
import type { LogSigner } from '#identity/operators/operator-log.store.ts'
import { signerOf } from '#identity/operators/operators.store.ts'
import { randomBytes } from '#kit/text/random.ts'
import {
  type Keystore,
  type KeystoreCost,
  keystoreCost,
  openKeystore,
  sealKeystore,
} from '#outside/chains/keys/keystore.ts'
import { UsageError } from './verb.ts'

const keyFile = v.object({
  operator: v.string(),
  publicKey: v.string(),
  secretKey: v.optional(v.pipe(v.string(), v.length(43))),
  sealed: v.optional(v.custom<Keystore>((value) => typeof value === 'object' && value !== null)),
})

const purposeOf = (name: string): string => `operator ${name}`
const passphraseMin = 12

/** Requires that only the owner has read access. @throws UsageError */
function readSecret(path: string): string {
  const { mode } = statSync(path, { throwIfNoEntry: false }) ?? missing(path)
  if (mode & 0o077) throw new UsageError(`${path} can be read by others: chmod 600 ${path}`)
  return readFileSync(path, 'utf8')
}

function missing(path: string): never {
  throw new UsageError(`There is no file ${path}`)
}

/** @throws UsageError */
export const passphraseIn = (path: string): string => readSecret(path).split('\n')[0] ?? ''

export type AskPassphrase = (question: string) => Promise<string>

/**
 * Never overwrites a file. Only the owner can read the new one. @param passphrase encrypts the key. @returns the public key. @throws
 * UsageError if the passphrase is too short
 */
export function makeKeyFile(
  path: string,
  name: string,
  passphrase: string | undefined,
  cost: KeystoreCost = keystoreCost,
): string {
  if (passphrase !== undefined && passphrase.length < passphraseMin)
    throw new UsageError(`a passphrase has ${passphraseMin} characters or more`)
  const secretKey = randomBytes(32)
  const { publicKey } = signerOf(name, secretKey)
  const kept = passphrase
    ? { sealed: sealKeystore(secretKey, passphrase, purposeOf(name), cost) }
    : { secretKey: base64urlnopad.encode(secretKey) }
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    throw new UsageError(`${path} cannot be made: ${error instanceof Error ? error.message : error}`)
  }
  writeSync(file, `${JSON.stringify({ operator: name, publicKey, ...kept }, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  return publicKey
}

/**
 * @param ask prompts for the passphrase of an encrypted key. @throws UsageError if invalid, readable by others, or the passphrase is
 * missing or wrong
 */
export async function openKeyFile(
  path: string,
  passphraseFile: string | undefined,
  ask: AskPassphrase | undefined,
): Promise<LogSigner> {
  let read: v.InferOutput<typeof keyFile>
  const text = readSecret(path)
  try {
    read = v.parse(keyFile, JSON.parse(text))
  } catch {
    throw new UsageError(`${path} is no key file; one is made with: operator key <name> <file>`)
  }
  const { operator, secretKey, sealed } = read
  const open = async () => {
    if (!sealed || !(passphraseFile || ask))
      throw new UsageError('The key is sealed: --passphrase-file <file>, its first line opens it')
    const passphrase = passphraseFile ? passphraseIn(passphraseFile) : await ask?.(`Passphrase of ${operator}`)
    return openSealed(sealed, passphrase ?? '', operator)
  }
  const signer = signerOf(operator, secretKey ? base64urlnopad.decode(secretKey) : await open())
  if (signer.publicKey !== read.publicKey) throw new UsageError(`${path}: the key is not the one it names`)
  return signer
}

function openSealed(sealed: Keystore, passphrase: string, operator: string): Uint8Array {
  try {
    return openKeystore(sealed, passphrase, purposeOf(operator))
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
