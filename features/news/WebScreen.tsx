import { isOnHost, readWebAddress } from '#kit/web-address.ts'
import { useRead } from '#ui/call/use-call.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Note } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState, Skeleton } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { listWebHosts } from './news.contract.ts'

/**
 * pages/web/index?url= in an isolated frame. Anyone can write such a link, so only hosts named by an operator open. Other addresses show as
 * text.
 */
export function WebScreen() {
  const t = useText()
  const { url = '' } = useQueryOfScreen()
  const read = useRead(listWebHosts, {})
  const address = readWebAddress(url)
  return (
    <Screen title={t('title.web')} up="/pages/ecology/index">
      <ReadState read={read} skeleton={<Skeleton className="h-[70dvh] w-full !rounded-card" />}>
        {({ hosts }) =>
          address && isOnHost(address, hosts) && address.host !== location.host ? (
            <Framed address={address} />
          ) : (
            <EmptyState>
              <p className="font-semi text-ink">{t('web.refused')}</p>
              <p className="mt-1">{t('web.refused_why')}</p>
              {url !== '' && (
                <p dir="ltr" className="mt-3 text-small [overflow-wrap:anywhere]">
                  {url.slice(0, 200)}
                </p>
              )}
            </EmptyState>
          )
        }
      </ReadState>
    </Screen>
  )
}

function Framed({ address }: { address: URL }) {
  const t = useText()
  return (
    <>
      <div className="flex items-center gap-3">
        <p dir="ltr" className="min-w-0 flex-1 truncate font-semi">
          {address.hostname}
        </p>
        <a
          href={address.href}
          target="_blank"
          rel="noopener noreferrer"
          className="press inline-flex min-h-11 items-center gap-2 text-small font-semi text-accent-ink"
        >
          <Icon name="open" size={18} />
          {t('web.outside')}
        </a>
      </div>
      <iframe
        src={address.href}
        title={address.hostname}
        // Allows only scripts and forms: no origin (so no storage), top-level navigation, pop-ups or downloads.
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        allow=""
        className="h-[70dvh] w-full rounded-card bg-surface shadow-card"
      />
      <Note tone="plain">{t('web.not_ours')}</Note>
    </>
  )
}
