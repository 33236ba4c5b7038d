import { useRead } from '#ui/call/use-call.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { currentLanguage, useText } from '#ui/text/texts.ts'
import { listEcology } from './news.contract.ts'

export function EcologyScreen() {
  const t = useText()
  const read = useRead(listEcology, { language: currentLanguage().wire })
  return (
    <Screen title={t('title.ecology')} up="/pages/index/index" onRefresh={read.refetch}>
      <p className="text-ink-2">{t('ecology.intro')}</p>
      <ReadState read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{t('ecology.empty')}</EmptyState>
          ) : (
            <List label={t('title.ecology')}>
              {items.map(({ slug, title, text, link, framed }) => (
                <Row
                  key={slug}
                  mark={
                    <RowIcon>
                      <Icon name="globe" size={20} />
                    </RowIcon>
                  }
                  title={title}
                  note={text}
                  {...(framed ? { to: '/pages/web/index', query: { url: link } } : { href: link })}
                />
              ))}
            </List>
          )
        }
      </ReadState>
    </Screen>
  )
}
