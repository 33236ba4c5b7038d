import { Suspense } from 'react'
import { lazyExtra } from '#ui/lazy-extra.ts'

const DrillNote = lazyExtra(async () => (await import('#features/onboarding/drill/DrillNote.tsx')).DrillNote)

/** What home asks its holder once in a while, after the first look. */
export const HomeNotes = () => (
  <Suspense>
    <DrillNote />
  </Suspense>
)
