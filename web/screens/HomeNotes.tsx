import { lazy, Suspense } from 'react'
import { ProofBadge } from './ProofBadge.tsx'

const DueNote = lazy(async () => ({
  default: (await import('#features/investing/reservations/DueNote.tsx')).DueNote,
}))

/** What home says of one's own things after the first look. */
export const HomeNotes = () => (
  <>
    <ProofBadge />
    <Suspense>
      <DueNote />
    </Suspense>
  </>
)
