import { addOperator, countNamed, endOperator, operators } from '#identity/operators/operators.store.ts'
import { fail } from '#kit/failure.ts'
import { makeKeyFile, passphraseIn } from '../base/operator-key.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

/** Number of first operators, who sign their own entry on the machine. */
const firstCount = 2

/** @throws UsageError */
export function operatorNameOf(typed: string | undefined): string {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(typed ?? '')) throw new UsageError('name: small letters, digits and hyphens')
  return `${typed}`
}

/** The passphrase, typed twice or from a file's first line. Undefined without encryption. @throws UsageError */
async function sealOf({ flags, passphrase }: Operation): Promise<string | undefined> {
  const file = flags['passphrase-file']
  if (file) return passphraseIn(file)
  if (!('sealed' in flags)) return undefined
  if (!passphrase) throw new UsageError('Nobody can be asked here: --passphrase-file <file>, its first line seals it')
  const typed = await passphrase('A new passphrase')
  if (typed !== (await passphrase('Once more'))) throw new UsageError('The second time it was another one')
  return typed
}

const operatorKey: Verb = {
  words: 'operator key',
  guard: 'none',
  needsNoDatabase: true,
  usage: '<name> <file> [--sealed | --passphrase-file <file>]',
  flags: { sealed: { type: 'boolean' } },
  summary: 'Makes a key file for an operator, sealed by a passphrase that is typed, or by the first line of a file.',
  async run(operation) {
    const { args, say } = operation
    const name = operatorNameOf(args[0])
    const path = args[1]
    if (!path) throw new UsageError('file: where the key is kept, on a machine of the operator’s own')
    const publicKey = makeKeyFile(path, name, await sealOf(operation))
    say(`${path} holds the key of ${name}; its public half: ${publicKey}`)
  },
}

const operatorList: Verb = {
  words: 'operator list',
  guard: 'none',
  usage: '',
  summary: 'Lists who runs the company, with their public keys, since when and until when.',
  async run({ db, say }) {
    const found = await operators(db)
    for (const { name, publicKey, addedAt, endedAt, isDemo } of found) {
      const until = endedAt ? ` until ${endedAt.toISOString().slice(0, 16)}` : ''
      say(`${name}  ${publicKey}  since ${addedAt.toISOString().slice(0, 16)}${until}${isDemo ? '  demo' : ''}`)
    }
    if (found.length === 0) say('Nobody is named. The first two name themselves: operator add <name> --as <key file>')
  },
}

const operatorAdd: Verb = {
  words: 'operator add',
  guard: 'two',
  isPublic: true,
  keyPlace: 1,
  usage: '<name> <public key>',
  summary: 'Names an operator, by the public half of their key. The first two of a house name themselves.',
  async run(operation) {
    const { args, clock, db, demo, signer } = operation
    const name = operatorNameOf(args[0])
    const isFirst = signer?.operator === name && (await countNamed(db)) < firstCount
    const publicKey = args[1] ?? (isFirst ? signer.publicKey : '')
    if (isFirst && publicKey !== signer.publicKey) throw new UsageError('public key: one names oneself by one’s own')
    if (!/^[A-Za-z0-9_-]{43}$/.test(publicKey)) throw new UsageError('public key: 32 bytes, base64url, 43 characters')
    await makeChange(operation, {
      movesMoney: true,
      setsUp: isFirst,
      will: [`let ${name} sign verbs, by the key ${publicKey}`],
      async apply(tx) {
        if (isFirst && (await countNamed(tx)) >= firstCount) fail('ops.two_needed')
        const isNew = await addOperator(tx, { name, publicKey, isDemo: demo && !isFirst }, clock.now())
        if (!isNew) fail('ops.nothing_to_do')
        return [`${name} is an operator, by the key ${publicKey}`]
      },
    })
  },
}

const operatorEnd: Verb = {
  words: 'operator end',
  guard: 'two',
  isPublic: true,
  usage: '<name>',
  summary:
    'Takes nothing from an operator any more, what they have proposed included. A name and a key are never given again.',
  async run(operation) {
    const name = operatorNameOf(operation.args[0])
    await makeChange(operation, {
      movesMoney: true,
      will: [`take nothing from ${name} any more`],
      async apply(tx) {
        if (!(await endOperator(tx, name, operation.clock.now()))) fail('ops.nothing_to_do')
        return [`${name} is no operator any more`]
      },
    })
  },
}

export const operatorVerbs: readonly Verb[] = [operatorKey, operatorList, operatorAdd, operatorEnd]
