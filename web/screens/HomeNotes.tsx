import { Suspense } from 'react'
import { lazyExtra } from '#ui/lazy-extra.ts'
import { ProofBadge } from './ProofBadge.tsx'

const DueNote = lazyExtra(async () => (await import('#features/investing/reservations/DueNote.tsx')).DueNote)

const DrillNote = lazyExtra(async () => (await import('#features/onboarding/drill/DrillNote.tsx')).DrillNote)

/** What home says of one's own things after the first look. */
export const HomeNotes = () => (
  <>
    <ProofBadge />
    <Suspense>
      <DueNote />
      <DrillNote />
    </Suspense>
  </>
)
