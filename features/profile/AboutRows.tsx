import { loadConfig } from '#kit/wire/app.contract.ts'
import { Heading } from '#ui/Facts.tsx'
import { showMoment } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/icons.ts'
import { List, Row, RowIcon } from '#ui/List.tsx'
import type { Path } from '#ui/navigation.ts'
import { type TextId, useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'

const article = '/pages/article/index'
const rows = [
  { icon: 'invest', label: 'my.finance', to: '/pages/finance/index' },
  { icon: 'horn', label: 'my.news', to: '/pages/news/index' },
  { icon: 'globe', label: 'my.ecology', to: '/pages/ecology/index' },
  { icon: 'link', label: 'my.lines', to: '/pages/my/linkChange' },
  { icon: 'bell', label: 'my.help', to: article, slug: 'help' },
  { icon: 'book', label: 'my.agreement', to: article, slug: 'user-agreement' },
  { icon: 'shield', label: 'my.privacy', to: article, slug: 'privacy-policy' },
] as const satisfies readonly { icon: IconName; label: TextId; to: Path; slug?: string }[]

export function AboutRows() {
  const t = useText()
  const { data } = useRead(loadConfig, {})
  return (
    <>
      <Heading>{t('my.about')}</Heading>
      <List label={t('my.about')}>
        {rows.map(({ icon, label, to, ...row }) => (
          <Row
            key={label}
            mark={
              <RowIcon>
                <Icon name={icon} size={20} />
              </RowIcon>
            }
            title={t(label)}
            to={to}
            {...('slug' in row ? { query: { slug: row.slug } } : {})}
          />
        ))}
      </List>
      <p className="demo-only px-1 text-small text-ink-3">
        {t('demo.why')} {data && t('demo.clock', { moment: showMoment(data.now) })}
      </p>
    </>
  )
}
