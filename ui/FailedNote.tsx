import { Note } from './Facts.tsx'
import { SupportFor } from './SupportFor.tsx'
import type { Failed } from './use-attempt.ts'

/** What stopped an attempt, where it was made, and the way to support where that can help. For who is signed in: others have no support to write to. */
export const FailedNote = ({ failed }: { failed: Failed }) => (
  <Note tone="neg">
    <p>{failed.text}</p>
    <SupportFor failure={failed.failure} />
  </Note>
)
