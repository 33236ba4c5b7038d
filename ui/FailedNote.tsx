import { Note } from './Facts.tsx'
import { SupportFor } from './SupportFor.tsx'
import type { Failed } from './use-attempt.ts'

/** Error of an attempt, with a support link where useful. Requires sign-in, because support requires it. */
export const FailedNote = ({ failed }: { failed: Failed }) => (
  <Note tone="neg">
    <p>{failed.text}</p>
    <SupportFor failure={failed.failure} />
  </Note>
)
