import { speakAsOperators } from '#engine/db-role.store.ts'
import { type LogSigner, logOperation } from '#identity/operators/operator-log.store.ts'
import {
  type Asked,
  approveProposal,
  type Proposal,
  propose,
  speakFor,
  type TwoGuard,
} from '#identity/operators/operator-proposals.store.ts'
import { expectOperator } from '#identity/operators/operators.store.ts'
import { keepStop, mayStopAlone, type Stopped } from '#identity/stops.store.ts'
import { expect } from '#kit/expect.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { Closing } from '#kit/time/closing.ts'
import { keepDemoOperators } from './demo-operators.ts'
import { namedPerson } from './named-person.ts'

export type Operation = {
  readonly db: Db
  /** Call `refresh` after moving the clock. */
  readonly clock: Clock & { refresh(): Promise<void> }
  readonly demo: boolean
  /** Undefined without a key. A demo then signs with its two operators. */
  readonly signer: LogSigner | undefined
  readonly verb: Verb
  readonly verbs: readonly Verb[]
  /** Undefined if the command was typed directly. */
  readonly proposal: Proposal | undefined
  /** @throws UsageError if the data folder has none */
  readonly secrets: () => Promise<Secrets>
  readonly args: readonly string[]
  /** Flags without the operator's own: `--through 2026-12-01` → { through: '2026-12-01' }. */
  readonly flags: Readonly<Record<string, string>>
  say(line: string): void
  /** Always true with --yes. */
  confirm(question: string): Promise<boolean>
  readonly passphrase?: ((question: string) => Promise<string>) | undefined
}

/**
 * none: read-only. one: nothing dangerous. two: moves money, names an owner or approver, or loosens a rule. two-or-72h: like two, but a
 * customer waits, so one operator suffices after 72 hours.
 */
export type Guard = 'none' | 'one' | TwoGuard

/** 'string': takes the next word. 'boolean': no value. */
export type FlagsOfVerb = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>

export type Verb = {
  /** For example "pool fund". */
  readonly words: string
  /** Arguments in <…>, and flags; other input is refused. */
  readonly usage: string
  readonly flags?: FlagsOfVerb
  readonly summary: string
  readonly guard: Guard
  /** Why one operator suffices for tightening. */
  readonly mayTighten?: string
  /** Runs on machines without any part of the product. */
  readonly needsNoDatabase?: true
  /** Restricts one holder. One operator suffices for up to 72 hours in total within seven days. */
  readonly spends?: boolean
  /** Changes are public because they name no wallet. Otherwise only `told` is public. */
  readonly isPublic?: boolean
  /** Index of a public key or company address, which must not count as personal data. */
  readonly keyPlace?: number
  run(operation: Operation): Promise<void>
}

/** The message states what to type. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

export type Change = {
  /** Preview lines. */
  readonly will: readonly string[]
  readonly movesMoney: boolean
  readonly tightens?: boolean
  /** Set for a restriction that one operator may make alone, within 72 hours in seven days. */
  readonly spends?: Spent
  /** Public version without the wallet or clues to it. If omitted, non-public commands publish only a digest. */
  readonly told?: readonly string[]
  /** Initial setup: the named operator signs alone. */
  readonly setsUp?: boolean
  /** @param closing the period of `spends` @returns the changes, one per line, printed and logged */
  apply(tx: Tx, signer: LogSigner, closing: Closing): Promise<readonly string[]>
}

/** A restriction that counts toward one operator's limit. `closingAt` gives its period, in case it starts later. */
export type Spent = {
  readonly stopped: Stopped
  readonly closingAt: (from: Date) => Closing
  /** Affects more than one holder, so it takes two operators. */
  readonly byTwo?: boolean
}

/** @throws UsageError if a change outside a demo has no operator */
export function expectSomebody({ demo, signer }: Pick<Operation, 'demo' | 'signer'>): void {
  if (!signer && !demo) throw new UsageError('Say who you are: --as <your key file>; one is made with: operator key')
}

/** Parts to check separately, because folder names together can form an ID by chance. Numbers identify no one. */
function partsOf(word: string): readonly string[] {
  if (/^\d+(?:\.\d+)?$/.test(word)) return []
  return word.includes('/') ? word.replaceAll('/@', '/').split(/[^\p{L}\p{N}@]+/u) : [word]
}

/** Public commands must not identify anyone. @throws UsageError */
function expectNobodyNamed({ verb, args, flags }: Operation): void {
  if (!verb.isPublic) return
  const words = [...args.filter((_, place) => place !== verb.keyPlace), ...Object.values(flags)]
  for (const word of words) {
    const named = partsOf(word).map((part) => namedPerson(part))
    const [what] = named.filter((each) => each !== undefined)
    if (what) throw new UsageError(`“${word}”: everybody may read it, so it names nobody; this looks like ${what}`)
  }
}

function guardOf({ verb }: Operation, { tightens = false, setsUp = false, spends }: Change): 'one' | TwoGuard {
  expect(verb.guard !== 'none', 'a verb that only shows changes nothing')
  expect((verb.spends ?? false) === (spends !== undefined), 'a verb that spends says what, and no other does')
  expect(!tightens || verb.mayTighten !== undefined, 'only a verb that says so tightens')
  return tightens || setsUp ? 'one' : verb.guard
}

type Made = { readonly lines: readonly string[]; readonly waiting?: Proposal }

/**
 * Previews, confirms money movements, then changes and logs in one transaction. If two operators are required, the first only proposes.
 * @returns whether the change was made.
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
  // Omits the unsalted hash, which would allow guessing the wallet.
  const told = change.told && { lines: [`${made.id}: ${change.told.join('; ')}`] }
  await log(tx, operation, { verb: 'propose', proposal: made.id, changed: { lines, hash: made.hash }, told }, first)
  return { lines, waiting: made }
}

async function carryOut(tx: Tx, operation: Operation, change: Change, id: bigint, signer: LogSigner): Promise<Made> {
  const { guard } = await approveProposal(tx, id, signer, operation.demo)
  // The proposer wrote the proposal's guard, so only the command's guard counts.
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
  // Some tables accept writes only from operators.
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
