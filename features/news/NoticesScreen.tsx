import { useState } from 'react'
import { useRead, useReadPages } from '#ui/call/use-call.ts'
import { Segmented } from '#ui/form/Choice.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { useSession } from '#ui/session/session.ts'
import { Pages, Row, RowIcon } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { showDay } from '#ui/text/format.ts'
import { currentLanguage, useText } from '#ui/text/texts.ts'
import { listNotices } from './news.contract.ts'
import { OwnNotices } from './personal/OwnNotices.tsx'
import { listOwnNotices } from './personal/personal.contract.ts'

type Part = 'own' | 'all'

/** Guests see only the company's notices. */
export function NoticesScreen() {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const [chosen, setChosen] = useState<Part>('own')
  const part = isSignedIn ? chosen : 'all'
  const own = useRead(listOwnNotices, {}, { enabled: isSignedIn })
  const pages = useReadPages(listNotices, { language: currentLanguage().wire }, { enabled: part === 'all' })
  return (
    <Screen title={t('title.notices')} up="/pages/index/index" onRefresh={part === 'own' ? own.refetch : pages.refetch}>
      {isSignedIn && (
        <Segmented<Part>
          label={t('title.notices')}
          options={[
            { value: 'own', label: t('own.yours') },
            { value: 'all', label: t('own.for_all') },
          ]}
          value={part}
          onChange={setChosen}
        />
      )}
      {part === 'own' ? (
        <OwnNotices read={own} />
      ) : (
        <Pages
          pages={pages}
          label={t('notice.list')}
          empty={t('notice.empty')}
          row={(notice) => (
            <Row
              key={notice.id}
              mark={
                <RowIcon tone="warn">
                  <Icon name="horn" size={20} />
                </RowIcon>
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
      )}
    </Screen>
  )
}
