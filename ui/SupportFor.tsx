import { Suspense } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { lazyExtra } from './lazy-extra.ts'

// What few have to see.
const Way = lazyExtra(async () => (await import('./SupportLink.tsx')).SupportOf)

/** The way to support from what was refused, where support can help. */
export const SupportFor = ({ failure }: { failure: unknown }) =>
  failure instanceof CallFailure ? (
    <Suspense>
      <Way failure={failure} />
    </Suspense>
  ) : null
