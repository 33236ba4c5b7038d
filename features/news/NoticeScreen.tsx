import { useRead } from '#ui/call/use-call.ts'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Note } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { showDay } from '#ui/text/format.ts'
import { currentLanguage, useText } from '#ui/text/texts.ts'
import { getNotice } from './news.contract.ts'

export function NoticeScreen() {
  const t = useText()
  const { id = '' } = useQueryOfScreen()
  const { tag, wire } = currentLanguage()
  const read = useRead(getNotice, { noticeId: id, language: wire })
  return (
    <Screen title={t('title.notice')} up="/pages/notice/index" onRefresh={read.refetch}>
      <ReadState read={read} skeleton={<NoticeSkeleton />}>
        {({ title, body, publishedAt, textLanguage }) => {
          const translated = textLanguage === tag || textLanguage === wire
          return (
            <>
              {!translated && <Note tone="plain">{t('notice.in_english')}</Note>}
              <Card className="p-5">
                <article className="grid gap-3" lang={textLanguage} dir="auto">
                  <h2 className="text-title font-semi leading-tight">{title}</h2>
                  <p className="text-small text-ink-3">{t('notice.published', { day: showDay(publishedAt) })}</p>
                  {body.split(/\n{2,}/).map((paragraph) => (
                    <p key={paragraph} className="whitespace-pre-line text-ink-2">
                      {paragraph}
                    </p>
                  ))}
                </article>
              </Card>
            </>
          )
        }}
      </ReadState>
    </Screen>
  )
}

const NoticeSkeleton = () => (
  <Card className="grid gap-3 p-5">
    <Skeleton className="h-6 w-3/4" />
    <Skeleton className="h-4 w-28" />
    <Skeleton className="h-24 w-full" />
  </Card>
)
