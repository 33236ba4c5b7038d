import { listReservations } from '#features/investing/reservations/reservations.contract.ts'
import { QueueScreen } from '#features/proof/queue/QueueScreen.tsx'
import { useSession } from '#ui/session.ts'
import { useRead } from '#ui/use-call.ts'

export function ProofQueueScreen() {
  const isSignedIn = useSession() !== undefined
  const open = useRead(listReservations, { state: 'open' }, { enabled: isSignedIn })
  const refresh = () => (isSignedIn ? open.refetch() : Promise.resolve())
  return <QueueScreen own={isSignedIn ? open.data?.items : undefined} onRefresh={refresh} />
}
