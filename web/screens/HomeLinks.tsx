import { Suspense } from 'react'
import type { getHome } from '#features/market/market.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { Icon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/icons.ts'
import { Link } from '#ui/Link.tsx'
import { lazyExtra } from '#ui/lazy-extra.ts'
import { isPath, type Path, type Query } from '#ui/navigation.ts'
import { quiet } from '#ui/quiet.ts'
import { useSession } from '#ui/session.ts'
import { softHyphens } from '#ui/soft-hyphens.ts'
import { sayIfKnown, useText } from '#ui/texts.ts'

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

/** Where a link leads: to a screen, or out of the app. */
type Place = { readonly path: Path; readonly query: Query } | { readonly href: string }

/** undefined where nothing is: no target, or a screen this version does not have. */
export function placeOf({ target, framed }: HomeLink): Place | undefined {
  if (!target) return undefined
  if (target.startsWith('https://'))
    return framed ? { path: '/pages/web/index', query: { url: target } } : { href: target }
  const [path, query] = `/${target}`.split('?')
  return path && isPath(path) ? { path, query: Object.fromEntries(new URLSearchParams(query)) } : undefined
}

const nameOf = (id: string): string => sayIfKnown(`home.link.${id}`) ?? id

/** The ten places one goes to from home. */
export function LinkGrid({ links }: { links: readonly HomeLink[] }) {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const shape =
    'press flex min-h-22 flex-col items-center gap-1.5 rounded-card px-1 py-2.5 text-center text-[clamp(.6875rem,3.08vw,.8125rem)] font-semi leading-tight'
  return (
    <nav aria-label={t('home.links')} className="tiles gap-1.5 rounded-card bg-surface p-1.5 shadow-card">
      {links
        .filter(({ kind }) => kind === 'link')
        .map((link) => (
          <To key={link.id} link={link} className={shape}>
            <span className="relative grid size-10 place-items-center rounded-control bg-accent-soft text-accent-ink">
              <Icon name={icons[link.id] ?? 'link'} size={22} />
              {isSignedIn && link.id === 'online_service' && (
                <Suspense>
                  <ServiceBadge />
                </Suspense>
              )}
            </span>
          </To>
        ))}
    </nav>
  )
}

/** Said of what leaves the app. */
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

type ToProps = { readonly link: HomeLink; readonly className: string; readonly children?: React.ReactNode }

/** A link of the home screen by its name; nothing where it leads nowhere. */
export function To({ link, className, children }: ToProps) {
  const place = placeOf(link)
  if (!place) return null
  const inside = (
    <>
      {children}
      <span>
        {softHyphens(nameOf(link.id))}
        {place && 'href' in place && <Outside />}
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
