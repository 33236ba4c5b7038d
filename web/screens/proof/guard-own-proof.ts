import { proofSummary } from '#features/proof/proof.contract.ts'
import { call } from '#ui/call/call.ts'
import { reads } from '#ui/call/use-call.ts'
import { currentSession, onSessionChange } from '#ui/session/session.ts'
import { loadTexts, say } from '#ui/text/texts.ts'
import { setAlarm } from '../../live/alarm.ts'
import { checkNow, isChecked, isFailed, lastCheck, onProof, shownNow } from './own-proof-store.ts'

const restMs = 3_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Day of the latest statement. Reuses cached data. */
async function newestDay(): Promise<string> {
  const read = await reads.fetchQuery({
    queryKey: [proofSummary.path, {}],
    queryFn: ({ signal }) => call(proofSummary, {}, { quiet: true, signal }),
  })
  return read.latest?.day ?? 'none'
}

async function look(): Promise<void> {
  const walletId = currentSession()?.walletId
  if (!walletId || shownNow() === '' || isFailed()) return
  const day = await newestDay()
  if (!isChecked(walletId, day)) await checkNow(walletId, day)
}

async function tell(): Promise<void> {
  const walletId = currentSession()?.walletId
  const isWrong = walletId !== undefined && lastCheck(walletId)?.answer.is === 'wrong'
  if (isWrong) await loadTexts(['proof-line'])
  setAlarm(isWrong ? say('home.proof_wrong') : '')
}

/** Checks all displayed balances against the proof and shows differences above every screen. */
export function guardOwnProof(): void {
  onProof(() => {
    void tell()
    clearTimeout(timer)
    timer = setTimeout(() => void look().catch(() => undefined), restMs)
  })
  onSessionChange(() => void tell())
}
