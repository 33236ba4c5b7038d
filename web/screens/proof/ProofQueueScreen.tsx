import { listReservations } from '#features/investing/reservations/reservations.contract.ts'
import { QueueScreen } from '#features/proof/queue/QueueScreen.tsx'
import { useRead } from '#ui/call/use-call.ts'
import { useSession } from '#ui/session/session.ts'

export function ProofQueueScreen() {
  const isSignedIn = useSession() !== undefined
  const open = useRead(listReservations, { state: 'open' }, { enabled: isSignedIn })
  const refresh = () => (isSignedIn ? open.refetch() : Promise.resolve())
  return <QueueScreen own={isSignedIn ? open.data?.items : undefined} onRefresh={refresh} />
}
