import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { deriveSecrets } from '#kit/secrets.store.ts'
import { readCommand, runCommand } from './ops/command-line.ts'

/** Those of a test app. */
const secrets = deriveSecrets(new Uint8Array(32).fill(1))

type House = { readonly db: Db; readonly clock: Clock & { refresh?(): Promise<void> } }
type Manner = {
  /** Whether the house is a demo; it is unless said otherwise. */
  readonly demo?: boolean
  /** What is answered where a verb asks whether to go on: yes, unless said otherwise. */
  readonly agrees?: boolean
}

/** A word that leads to nothing: "of until", "of:", "undefined". No verb says such a sentence, in whatever test it is typed. */
const hole = /\b(?:of|to|for|from|by)\s+until\b|\bof\s*(?:[:;,]|$)|\b(?:undefined|NaN)\b|\[object/

/** For tests: types a line of the operator's command line, in words or as one text. @returns its exit code, and what it said */
export async function operate(
  { db, clock }: House,
  line: string | readonly string[],
  { demo = true, agrees = true }: Manner = {},
): Promise<{ code: number; text: string }> {
  const said: string[] = []
  const refresh = async () => clock.refresh?.()
  const code = await runCommand(readCommand(typeof line === 'string' ? line.split(' ') : line), {
    db,
    clock: { now: () => clock.now(), refresh },
    demo,
    say: (text) => {
      for (const sentence of text.split('\n')) if (hole.test(sentence)) throw new Error(`a hole in: ${sentence}`)
      said.push(text)
    },
    confirm: async () => agrees,
    secrets: async () => secrets,
  })
  return { code, text: said.join('\n') }
}

/**
 * Types a verb of the operator's command line, word by word, and agrees to it. For tests.
 * @returns done; refused by a rule; or not possible as it was typed, now.
 */
export async function typeAsOperator(
  house: House,
  ...words: readonly string[]
): Promise<'done' | 'refused' | 'not possible'> {
  const { code } = await operate(house, words)
  return code === 0 ? 'done' : code === 1 ? 'refused' : 'not possible'
}
