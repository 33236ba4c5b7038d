import { keyChangesOf } from '#identity/identity-key.store.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { reportIncident } from '#outside/chains/incident.store.ts'
import type { Signer } from '#outside/chains/signer.ts'
import { SignerRefused } from '#outside/chains/signer-refused.ts'
import {
  type AddressChange,
  changeCertificateOf,
  changesToDrop,
  changesToMake,
  endChange,
  makeChangeOf,
  markDropped,
  markTold,
} from './address-changes.store.ts'
import { certificateOf, findBound } from './bound-address.store.ts'

/** Work of one run, so that no run is long. */
const changesMax = 100

export type ChangesContext = {
  readonly db: Db
  readonly clock: Clock
  readonly signer: Signer
  /** For tests: called between any two steps, by name. */
  readonly onStep?: (step: string) => void
}

/**
 * Tells the signer of changes of bound addresses as soon as they are asked for or taken back, for it counts the time itself, and makes
 * those whose time is over. May be killed between any two steps: the signer is told first, and being told twice changes nothing.
 */
export async function runAddressChanges(context: ChangesContext): Promise<void> {
  const { db, clock, signer, onStep } = context
  for (const change of await changesToDrop(db, changesMax)) {
    await signer.dropChange(changeCertificateOf(change)).catch((error: unknown) => {
      if (!(error instanceof SignerRefused)) throw error
    })
    onStep?.('change dropped')
    await markDropped(db, change.id, clock.now())
  }
  for (const change of await changesToMake(db, clock.now(), changesMax)) {
    const left = await askSigner(context, change)
    if (left === undefined) continue
    onStep?.('change told')
    if (!change.isTold) await markTold(db, change.id, clock.now())
    // The signer would not follow it yet, so neither do we: it would pay nothing meanwhile.
    if (left > 0) continue
    if (!(await db.transaction((tx) => makeChangeOf(tx, change, clock.now())))) continue
    onStep?.('address changed')
    await signer.pinDestination(changeCertificateOf(change), await keyChangesOf(db, change.walletId))
  }
}

/** @returns for how long the signer would still refuse it; undefined where it always will, and the change has ended. */
async function askSigner({ db, clock, signer }: ChangesContext, change: AddressChange): Promise<number | undefined> {
  const { id, walletId, chain } = change
  const successions = await keyChangesOf(db, walletId)
  try {
    const bound = await findBound(db, walletId, chain)
    if (bound) await signer.pinDestination(certificateOf(bound), successions)
    return await signer.askChange(changeCertificateOf(change), successions)
  } catch (error) {
    if (!(error instanceof SignerRefused)) throw error
    const at = clock.now()
    const detail = { addressChange: `${id}`, reason: error.message }
    await db.transaction(async (tx) => {
      if (await endChange(tx, id, { state: 'refused', note: error.message, at }))
        await reportIncident(tx, { chain, kind: 'signer_refused', halts: false, detail, at })
    })
    return undefined
  }
}
