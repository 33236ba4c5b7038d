import type { CallFailure } from '#kit/wire/call-failure.ts'
import { Link } from '../shell/Link.tsx'
import type { Query } from '../shell/navigation.ts'
import { useText } from '../text/texts.ts'
import { supportLink } from './support-link.ts'

export function SupportLink({ query = {} }: { query?: Query | undefined }) {
  const t = useText()
  return (
    <Link
      to="/pages/chat/index"
      query={query}
      className="grid min-h-11 place-items-center text-small font-semi underline"
    >
      {t('support.write')}
    </Link>
  )
}

export function SupportOf({ failure }: { failure: CallFailure }) {
  const link = supportLink(failure)
  return link ? <SupportLink query={link.query} /> : null
}
