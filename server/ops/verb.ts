import { speakAsOperators } from '#engine/db-role.store.ts'
import { type LogSigner, logOperation } from '#identity/operator-log.store.ts'
import {
  type Asked,
  approveProposal,
  type Proposal,
  propose,
  speakFor,
  type TwoGuard,
} from '#identity/operator-proposals.store.ts'
import { expectOperator } from '#identity/operators.store.ts'
import { keepStop, mayStopAlone, type Stopped } from '#identity/stops.store.ts'
import type { Clock } from '#kit/clock.ts'
import type { Closing } from '#kit/closing.ts'
import type { Db, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import { keepDemoOperators } from './demo-operators.ts'
import { namedPerson } from './named-person.ts'

/** Everything that a verb of the operator's command line gets. */
export type Operation = {
  readonly db: Db
  /** The business clock; `refresh` after it was moved. */
  readonly clock: Clock & { refresh(): Promise<void> }
  /** Whether this is a demo. Only there an operator moves the clock, and coins are free. */
  readonly demo: boolean
  /** The operator who types, with their key. undefined: no key was given; in a demo its own two operators then sign. */
  readonly signer: LogSigner | undefined
  readonly verb: Verb
  /** Every verb there is. */
  readonly verbs: readonly Verb[]
  /** The proposal that a second operator carries out with this verb. undefined: the verb was typed. */
  readonly proposal: Proposal | undefined
  /** The server's secrets, for what only an operator of its machine reads. @throws UsageError where the data folder has none */
  readonly secrets: () => Promise<Secrets>
  /** The words after the verb, without flags. */
  readonly args: readonly string[]
  /** `--through 2026-12-01` → { through: '2026-12-01' }, without the flags that say who types and how. */
  readonly flags: Readonly<Record<string, string>>
  say(line: string): void
  /** Asks a yes-or-no question; yes by itself with --yes. */
  confirm(question: string): Promise<boolean>
  /** Asks for a passphrase without showing it. Left out: nobody sits at a terminal. */
  readonly passphrase?: ((question: string) => Promise<string>) | undefined
}

/**
 * How many operators a verb takes.
 * - none: it only shows
 * - one: it changes nothing dangerous
 * - two: it moves money, names an owner or an approver, or loosens a rule
 * - two-or-72h: the same, but a customer waits for it, so one operator is enough after 72 hours
 */
export type Guard = 'none' | 'one' | TwoGuard

/** Flags by their names. 'string': the flag takes the next word. 'boolean': it stands alone. */
export type FlagsOfVerb = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>

export type Verb = {
  /** One or two words, e.g. "pool fund". */
  readonly words: string
  /** The words after its own, each in <…>, and its flags: for the help, and nothing more is taken. */
  readonly usage: string
  /** Its own flags, if it has any. */
  readonly flags?: FlagsOfVerb
  readonly summary: string
  readonly guard: Guard
  /** For verbs whose change may only tighten: the reason why one operator is then enough. */
  readonly mayTighten?: string
  /** It works without a database: nothing is opened for it, so it runs on a machine that holds no part of the product. */
  readonly needsNoDatabase?: true
  /** It takes something from one holder: one operator does it while what operators took within seven days stays below 72 hours. */
  readonly spends?: boolean
  /** Everybody may read its changes: they name no wallet. Of a verb whose changes name one, everybody reads `told` of the change. */
  readonly isPublic?: boolean
  /** The place of a public key or of an address of the house among its words: it looks like what leads to a person, and does not. */
  readonly keyPlace?: number
  run(operation: Operation): Promise<void>
}

/** The operator made a mistake. The message says what to type. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

export type Change = {
  /** The coming changes, line by line, before anything is done. */
  readonly will: readonly string[]
  readonly movesMoney: boolean
  /** Whether this change only tightens a rule, for verbs that may say so. Then one operator is enough. */
  readonly tightens?: boolean
  /** What it takes from a holder, for verbs that spend. One operator is enough while it is within the measure. */
  readonly spends?: Spent
  /**
   * The same in words for everybody, where the lines name a wallet: without the wallet, and without what leads to it. Left out: of a verb
   * that is not public only a digest is published.
   */
  readonly told?: readonly string[]
  /** Whether the house is being set up: there is nobody else yet, and the named operator signs for themselves. */
  readonly setsUp?: boolean
  /**
   * Makes the change.
   * @param signer the operator who makes it
   * @param closing from when until when `spends` holds
   * @returns the changes, line by line: they are printed and kept in the operator's log.
   */
  apply(tx: Tx, signer: LogSigner, closing: Closing): Promise<readonly string[]>
}

/** What is taken from a holder or fund, and from when until when if it begins at a moment. */
export type Spent = {
  readonly stopped: Stopped
  readonly closingAt: (from: Date) => Closing
  /** Whether it always takes two, for what is more than one holder. */
  readonly byTwo?: boolean
}

/** Outside a demo every change needs an operator. @throws UsageError */
export function expectSomebody({ demo, signer }: Pick<Operation, 'demo' | 'signer'>): void {
  if (!signer && !demo) throw new UsageError('Say who you are: --as <your key file>; one is made with: operator key')
}

/** A path or an address of the web is looked at word by word: names of folders make an ID together by chance. A number names nobody. */
function partsOf(word: string): readonly string[] {
  if (/^\d+(?:\.\d+)?$/.test(word)) return []
  return word.includes('/') ? word.replaceAll('/@', '/').split(/[^\p{L}\p{N}@]+/u) : [word]
}

/** Everybody reads all that is typed of a public verb, so nobody is named in it. @throws UsageError */
function expectNobodyNamed({ verb, args, flags }: Operation): void {
  if (!verb.isPublic) return
  const words = [...args.filter((_, place) => place !== verb.keyPlace), ...Object.values(flags)]
  for (const word of words) {
    const named = partsOf(word).map((part) => namedPerson(part))
    const [what] = named.filter((each) => each !== undefined)
    if (what) throw new UsageError(`“${word}”: everybody may read it, so it names nobody; this looks like ${what}`)
  }
}

/** How many operators this very change takes. */
function guardOf({ verb }: Operation, { tightens = false, setsUp = false, spends }: Change): 'one' | TwoGuard {
  expect(verb.guard !== 'none', 'a verb that only shows changes nothing')
  expect((verb.spends ?? false) === (spends !== undefined), 'a verb that spends says what, and no other does')
  expect(!tightens || verb.mayTighten !== undefined, 'only a verb that says so tightens')
  return tightens || setsUp ? 'one' : verb.guard
}

/** The change that was made, and its operators. A waiting proposal was not made. */
type Made = { readonly lines: readonly string[]; readonly waiting?: Proposal }

/**
 * Makes a change as every verb does: it says what will happen, asks before money moves, makes the change and writes the operator's log
 * in one transaction, and says what happened. If the change takes two operators, the first one only proposes it.
 * @returns whether it was made.
 */
export async function makeChange(operation: Operation, asked: Change): Promise<boolean> {
  const { db, proposal, signer, say } = operation
  const { spends } = asked
  const isAlone = async ({ stopped, closingAt, byTwo = false }: Spent) =>
    !byTwo && (await mayStopAlone(db, stopped, closingAt(operation.clock.now())))
  const change = spends ? { ...asked, tightens: await isAlone(spends) } : asked
  expectSomebody(operation)
  expectNobodyNamed(operation)
  const then = proposal?.will ?? []
  if (proposal && then.join('\n') !== change.will.join('\n'))
    for (const line of then) say(`said when proposed: ${line}`)
  for (const line of change.will) say(`will: ${line}`)
  if ((change.movesMoney || proposal) && !(await operation.confirm('Do this?'))) {
    say('Nothing was changed.')
    return false
  }
  const { lines, waiting } = await db.transaction((tx) => make(tx, operation, change))
  for (const line of lines) say(`${waiting ? 'proposed' : 'done'}: ${line}`)
  if (!signer) say('demo: signed by demo operators')
  if (waiting) sayWaiting(operation, waiting)
  return !waiting
}

async function make(tx: Tx, operation: Operation, change: Change): Promise<Made> {
  const { clock, demo, proposal } = operation
  const guard = guardOf(operation, change)
  const [first, second] = operation.signer ? [operation.signer] : await keepDemoOperators(tx, clock.now())
  expect(first, 'somebody signs')
  if (proposal) return carryOut(tx, operation, change, proposal.id, first)
  if (!change.setsUp) await expectOperator(tx, first, demo)
  if (guard === 'one') {
    if (!change.setsUp) await speakFor(tx, 'one')
    return logged(tx, operation, change, first)
  }
  const asked: Asked = { ...wordsOf(operation), guard, will: change.will }
  const made = await propose(tx, asked, first)
  if (second) return carryOut(tx, operation, change, made.id, second)
  const lines = [`${made.id}: ${change.will.join('; ') || operation.verb.words}`]
  // Without the hash of the proposal: it has no salt, so whoever knew it could find the wallet by trying.
  const told = change.told && { lines: [`${made.id}: ${change.told.join('; ')}`] }
  await log(tx, operation, { verb: 'propose', proposal: made.id, changed: { lines, hash: made.hash }, told }, first)
  return { lines, waiting: made }
}

/** Keeps the second operator's word and makes the change, in one transaction: both happen once, or not at all. */
async function carryOut(tx: Tx, operation: Operation, change: Change, id: bigint, signer: LogSigner): Promise<Made> {
  const { guard } = await approveProposal(tx, id, signer, operation.demo)
  // The proposer wrote the guard in the proposal. We trust the guard of the verb.
  if (guard !== operation.verb.guard)
    throw new UsageError(`The proposal does not say what ${operation.verb.words} takes.`)
  await speakFor(tx, id)
  return logged(tx, operation, change, signer, id)
}

async function logged(
  tx: Tx,
  operation: Operation,
  change: Change,
  signer: LogSigner,
  proposal?: bigint,
): Promise<Made> {
  const from = operation.clock.now()
  const closing = change.spends?.closingAt(from) ?? { from, until: from }
  // What it changes is their word: some of it the database lets nobody else write.
  await speakAsOperators(tx)
  if (change.spends) await keepStop(tx, change.spends.stopped, closing, proposal === undefined ? 'one' : 'two')
  const lines = await change.apply(tx, signer, closing)
  const told = change.told && { lines: change.told }
  await log(tx, operation, { verb: operation.verb.words, proposal: proposal ?? null, changed: { lines }, told }, signer)
  return { lines }
}

const wordsOf = ({ verb, args, flags }: Operation) => ({ verb: verb.words, args, flags })

type Line = {
  readonly verb: string
  readonly proposal: bigint | null
  readonly changed: Readonly<Record<string, unknown>>
  readonly told: { readonly lines: readonly string[] } | undefined
}
async function log(tx: Tx, operation: Operation, line: Line, signer: LogSigner): Promise<void> {
  const { args, flags, clock, verb } = operation
  const isPublic = verb.isPublic ?? false
  expect(!isPublic || !line.told, 'what is public as a whole has no part for everybody')
  await logOperation(
    tx,
    { ...line, told: line.told ?? null, args: { args, ...flags }, isPublic, at: clock.now() },
    signer,
  )
}

function sayWaiting({ say }: Operation, { id, expiresAt, guard }: Proposal): void {
  say(`It takes a second operator, until ${expiresAt.toISOString()}: approve ${id} --as <their key file>`)
  if (guard === 'two-or-72h') say('A customer waits for it: after 72 hours one word is enough.')
}
