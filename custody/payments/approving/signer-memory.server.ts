import { reportOnce } from '#outside/chains/incident.store.ts'
import { keepSignerWatermark, keptSignerWatermark } from '#outside/chains/signer/journal/signer-watermark.store.ts'
import { SignerRefused } from '#outside/chains/signer/signer-refused.ts'
import type { PayerContext } from '../lane.server.ts'

/** A signer that lost memory signs nothing, and payments halt until an operator checks. @returns whether its memory is complete */
export async function compareSignerMemory({ db, clock, chains }: PayerContext): Promise<boolean> {
  const kept = await keptSignerWatermark(db)
  try {
    const mark = await chains.signer.mark(kept)
    if (mark.epoch !== kept?.epoch || mark.count !== kept.count) await keepSignerWatermark(db, mark, clock.now())
    return true
  } catch (error) {
    if (!(error instanceof SignerRefused)) throw error
    const [at, detail] = [clock.now(), { reason: error.message }]
    for (const chain of chains.connected.keys())
      await reportOnce(db, { chain, kind: 'signer_memory', halts: true, detail, at }, 'reason')
    return false
  }
}
