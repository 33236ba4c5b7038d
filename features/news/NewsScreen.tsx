import { useReadPages } from '#ui/call/use-call.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Pages, Row, RowIcon } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { showDay } from '#ui/text/format.ts'
import { currentLanguage, useText } from '#ui/text/texts.ts'
import { listNews } from './news.contract.ts'

export function NewsScreen() {
  const t = useText()
  const pages = useReadPages(listNews, { language: currentLanguage().wire })
  return (
    <Screen title={t('title.news')} up="/pages/index/index" onRefresh={pages.refetch}>
      <Pages
        pages={pages}
        label={t('title.news')}
        empty={t('news.empty')}
        row={({ slug, title, opening, publishedAt }) => (
          <Row
            key={slug}
            mark={
              <RowIcon>
                <Icon name="book" size={20} />
              </RowIcon>
            }
            title={title}
            note={
              <>
                <span className="line-clamp-2">{opening}</span>
                <span className="mt-1 block text-caption">{showDay(publishedAt)}</span>
              </>
            }
            to="/pages/article/index"
            query={{ slug }}
          />
        )}
      />
    </Screen>
  )
}
