import { lazy, Suspense } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'

// What few have to see.
const Way = lazy(async () => ({ default: (await import('./SupportLink.tsx')).SupportOf }))

/** The way to support from what was refused, where support can help. */
export const SupportFor = ({ failure }: { failure: unknown }) =>
  failure instanceof CallFailure ? (
    <Suspense>
      <Way failure={failure} />
    </Suspense>
  ) : null
