import type { Db } from '#kit/store/db.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import type { Clock } from '#kit/time/clock.ts'
import { readCommand, runCommand } from '../ops/base/command-line.ts'

const secrets = deriveSecrets(new Uint8Array(32).fill(1))

type World = { readonly db: Db; readonly clock: Clock & { refresh?(): Promise<void> } }
type Manner = {
  readonly demo?: boolean
  /** Answer to confirmation prompts. Default: yes. */
  readonly agrees?: boolean
}

/** Signs of a missing value in a sentence: "of until", "of:", "undefined". No command may print them. */
const hole = /\b(?:of|to|for|from|by)\s+until\b|\bof\s*(?:[:;,]|$)|\b(?:undefined|NaN)\b|\[object/

/** @returns exit code and output */
export async function operate(
  { db, clock }: World,
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

/** Runs and confirms an operator command. @returns done, refused by a rule, or not possible as typed */
export async function typeAsOperator(
  world: World,
  ...words: readonly string[]
): Promise<'done' | 'refused' | 'not possible'> {
  const { code } = await operate(world, words)
  return code === 0 ? 'done' : code === 1 ? 'refused' : 'not possible'
}
