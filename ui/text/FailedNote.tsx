import type { Failed } from '../call/use-attempt.ts'
import { Note } from '../show/Facts.tsx'
import { SupportFor } from '../show/SupportFor.tsx'

/** Error of an attempt, with a support link where useful. Requires sign-in, because support requires it. */
export const FailedNote = ({ failed }: { failed: Failed }) => (
  <Note tone="neg">
    <p>{failed.text}</p>
    <SupportFor failure={failed.failure} />
  </Note>
)
