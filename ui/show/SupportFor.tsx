import { Suspense } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { lazyExtra } from '../shell/lazy-extra.ts'

const Way = lazyExtra(async () => (await import('./SupportLink.tsx')).SupportOf)

export const SupportFor = ({ failure }: { failure: unknown }) =>
  failure instanceof CallFailure ? (
    <Suspense>
      <Way failure={failure} />
    </Suspense>
  ) : null
