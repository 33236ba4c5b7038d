import { keyChangesOf } from '#identity/sessions/identity-key.store.ts'
import type { Db } from '#kit/store/db.ts'
import type { Clock } from '#kit/time/clock.ts'
import { reportIncident } from '#outside/chains/incident.store.ts'
import type { Signer } from '#outside/chains/signer/signer.ts'
import { SignerRefused } from '#outside/chains/signer/signer-refused.ts'
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

/** Maximum per run. */
const changesMax = 100

export type ChangesContext = {
  readonly db: Db
  readonly clock: Clock
  readonly signer: Signer
  /** For tests. */
  readonly onStep?: (step: string) => void
}

/**
 * Reports address changes to the signer immediately, because it measures the delay, and applies due changes. Crash-safe: the signer gets
 * each change first and ignores repeats.
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
    if (left > 0) continue
    if (!(await db.transaction((tx) => makeChangeOf(tx, change, clock.now())))) continue
    onStep?.('address changed')
    await signer.pinDestination(changeCertificateOf(change), await keyChangesOf(db, change.walletId))
  }
}

/** @returns the wait the signer still requires; undefined if it will never accept and the change has ended. */
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
