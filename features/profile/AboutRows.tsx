import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import type { Path } from '#ui/shell/navigation.ts'
import { Heading } from '#ui/show/Facts.tsx'
import { showMoment } from '#ui/text/format.ts'
import { type TextId, useText } from '#ui/text/texts.ts'

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
