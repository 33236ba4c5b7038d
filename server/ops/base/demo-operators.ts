import { createHash } from 'node:crypto'
import type { LogSigner } from '#identity/operators/operator-log.store.ts'
import { addOperator, operators, signerOf } from '#identity/operators/operators.store.ts'
import type { Tx } from '#kit/store/db.ts'

/** Demo keys are public. The database marks them, and they are invalid outside a demo. */
const demoSigners = ['demo-one', 'demo-two'].map((name) =>
  signerOf(name, createHash('sha256').update(`glasshouse ${name}`).digest()),
)

/** @returns the demo's operators in signing order */
export async function keepDemoOperators(tx: Tx, at: Date): Promise<readonly LogSigner[]> {
  const known = new Set((await operators(tx)).map(({ name }) => name))
  for (const { operator: name, publicKey } of demoSigners)
    if (!known.has(name)) await addOperator(tx, { name, publicKey, isDemo: true }, at)
  return demoSigners
}
