import { showDay } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Pages, Row, RowMark } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { currentLanguage, useText } from '#ui/texts.ts'
import { useReadPages } from '#ui/use-call.ts'
import { listNotices } from './news.contract.ts'

/** Published notices, newest first. */
export function NoticesScreen() {
  const t = useText()
  const pages = useReadPages(listNotices, { language: currentLanguage().wire })
  return (
    <Screen title={t('title.notices')} up="/pages/index/index" onRefresh={pages.refetch}>
      <Pages
        pages={pages}
        label={t('notice.list')}
        empty={t('notice.empty')}
        row={(notice) => (
          <Row
            key={notice.id}
            mark={
              <RowMark tone="warn">
                <Icon name="horn" size={20} />
              </RowMark>
            }
            title={notice.title}
            note={
              <>
                <span className="line-clamp-2">{notice.opening}</span>
                <span className="mt-1 block text-caption">{showDay(notice.publishedAt)}</span>
              </>
            }
            to="/pages/notice/info"
            query={{ id: String(notice.id) }}
          />
        )}
      />
    </Screen>
  )
}
