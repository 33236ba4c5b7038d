import { Suspense } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { lazyExtra } from './lazy-extra.ts'

const Way = lazyExtra(async () => (await import('./SupportLink.tsx')).SupportOf)

/** Support link for errors that support can help with. */
export const SupportFor = ({ failure }: { failure: unknown }) =>
  failure instanceof CallFailure ? (
    <Suspense>
      <Way failure={failure} />
    </Suspense>
  ) : null
