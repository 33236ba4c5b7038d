import { Suspense } from 'react'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'

const DrillNote = lazyExtra(async () => (await import('#features/onboarding/drill/DrillNote.tsx')).DrillNote)

export const HomeNotes = () => (
  <Suspense>
    <DrillNote />
  </Suspense>
)
