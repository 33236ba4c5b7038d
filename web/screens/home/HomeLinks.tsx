import { type ReactNode, Suspense } from 'react'
import type { getHome } from '#features/market/market.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { quiet } from '#ui/call/quiet.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { useSession } from '#ui/session/session.ts'
import { Link } from '#ui/shell/Link.tsx'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'
import { isPath, type Path, type Query } from '#ui/shell/navigation.ts'
import { sayIfKnown, type TextId, useText } from '#ui/text/texts.ts'

const ServiceBadge = lazyExtra(async () => {
  await quiet()
  return (await import('./ServiceBadge.tsx')).ServiceBadge
})

export type HomeLink = OutputOf<typeof getHome>['links'][number]

const icons: Readonly<Record<string, IconName>> = {
  official_site: 'globe',
  white_paper: 'book',
  wld_mining: 'power',
  node_recruitment: 'invest',
  world_id: 'orb',
  world_pay: 'wallet',
  world_coin: 'swap',
  online_service: 'chat',
  my_team: 'team',
  invite_friends: 'send',
}

type Place = { readonly path: Path; readonly query: Query } | { readonly href: string }

/** undefined if the link has no target or this version lacks its screen. */
export function placeOf({ target, framed }: HomeLink): Place | undefined {
  if (!target) return undefined
  if (target.startsWith('https://'))
    return framed ? { path: '/pages/web/index', query: { url: target } } : { href: target }
  const [path, query] = `/${target}`.split('?')
  return path && isPath(path) ? { path, query: Object.fromEntries(new URLSearchParams(query)) } : undefined
}

const nameOf = (id: string): string => sayIfKnown(`home.link.${id}`) ?? id

/** A short list, because importing all routes would load all texts. */
export const titles: Readonly<Partial<Record<Path, TextId>>> = {
  '/pages/invest/index': 'title.invest',
  '/pages/chat/index': 'title.chat',
  '/pages/profit/community': 'title.community',
  '/pages/invite/index': 'title.invite',
}

/** Third-party pages at addresses the operator sets. */
const othersPages = ['world_id', 'world_pay', 'world_coin']

function leadsTo(link: HomeLink, place: Place, t: ReturnType<typeof useText>): string {
  if ('href' in place || place.path === '/pages/web/index') {
    const { host } = new URL(link.target ?? '')
    return t(othersPages.includes(link.id) ? 'home.leads_company' : 'home.leads_site', { host })
  }
  if (place.path === '/pages/article/index') return t('title.article')
  return t('home.leads_page', { title: t(titles[place.path] ?? 'app.name') })
}

const columns = { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 10.5rem), 1fr))' }

export function Explore({ links }: { links: readonly HomeLink[] }) {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  return (
    <nav aria-label={t('home.links')} className="grid gap-2" style={columns}>
      {links.map((link) => {
        const place = link.kind === 'link' && placeOf(link)
        return (
          place && (
            <To
              key={link.id}
              link={link}
              note={leadsTo(link, place, t)}
              className="press flex min-h-17 items-center gap-3 rounded-card bg-surface px-3 py-2.5 text-small leading-tight shadow-card"
            >
              <span className="relative grid size-10 flex-none place-items-center rounded-control bg-accent-soft text-accent-ink">
                <Icon name={icons[link.id] ?? 'link'} size={20} />
                {isSignedIn && link.id === 'online_service' && (
                  <Suspense>
                    <ServiceBadge />
                  </Suspense>
                )}
              </span>
            </To>
          )
        )
      })}
    </nav>
  )
}

function Outside() {
  const t = useText()
  return (
    <>
      <span className="ms-1 inline-block align-middle">
        <Icon name="open" size={12} />
      </span>
      <span className="sr-only"> {t('home.outside')}</span>
    </>
  )
}

type ToProps = {
  readonly link: HomeLink
  readonly note?: string
  readonly className: string
  readonly children?: ReactNode
}

export function To({ link, note, className, children }: ToProps) {
  const place = placeOf(link)
  if (!place) return null
  const inside = (
    <>
      {children}
      <span className="min-w-0 [overflow-wrap:anywhere] hyphens-auto">
        <span className="font-semi">{nameOf(link.id)}</span>
        {'href' in place && <Outside />}
        {note && <span className="mt-0.5 block text-caption text-ink-3">{note}</span>}
      </span>
    </>
  )
  return 'href' in place ? (
    <a href={place.href} target="_blank" rel="noopener noreferrer" className={className}>
      {inside}
    </a>
  ) : (
    <Link to={place.path} query={place.query} className={className}>
      {inside}
    </Link>
  )
}
