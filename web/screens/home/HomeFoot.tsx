import { List, Row } from '#ui/shell/List.tsx'
import type { Path } from '#ui/shell/navigation.ts'
import { type TextId, useText } from '#ui/text/texts.ts'
import { type HomeLink, placeOf, To } from './HomeLinks.tsx'

const more = [
  { label: 'title.finance', to: '/pages/finance/index' },
  { label: 'title.news', to: '/pages/news/index' },
  { label: 'title.ecology', to: '/pages/ecology/index' },
  { label: 'title.proof', to: '/pages/proof/index' },
] as const satisfies readonly { label: TextId; to: Path }[]

export function HomeFoot({ links }: { links: readonly HomeLink[] }) {
  const t = useText()
  return (
    <>
      <List label={t('home.more')}>
        {more.map(({ label, to }) => (
          <Row key={to} title={t(label)} to={to} />
        ))}
      </List>
      <SocialLinks links={links} />
    </>
  )
}

function SocialLinks({ links }: { links: readonly HomeLink[] }) {
  const t = useText()
  const shown = links.filter((link) => link.kind === 'social' && placeOf(link))
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('home.social')} className="flex flex-wrap justify-center gap-2 pt-2">
      {shown.map((link) => (
        <To
          key={link.id}
          link={link}
          className="inline-grid min-h-11 place-items-center px-3 text-small font-semi text-accent-ink"
        />
      ))}
    </nav>
  )
}
