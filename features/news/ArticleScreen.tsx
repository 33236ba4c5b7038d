import { CallFailure } from '#kit/wire/call-failure.ts'
import { useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Note } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState, Skeleton } from '#ui/show/State.tsx'
import { showDay } from '#ui/text/format.ts'
import { currentLanguage, useText } from '#ui/text/texts.ts'
import { ArticleText } from './ArticleText.tsx'
import { getArticle } from './news.contract.ts'

const isMissing = (error: Error | null): boolean =>
  error instanceof CallFailure && ['news.article_missing', 'field.required', 'field.format'].includes(error.key)

export function ArticleScreen() {
  const t = useText()
  const { slug = '' } = useQueryOfScreen()
  const { tag, wire } = currentLanguage()
  const read = useRead(getArticle, { slug, language: wire })
  return (
    <Screen title={t('title.article')} up="/pages/news/index" onRefresh={read.refetch}>
      {read.data === undefined && isMissing(read.error) ? (
        <NotFound />
      ) : (
        <ReadState read={read} skeleton={<ArticleSkeleton />}>
          {({ title, blocks, publishedAt, textLanguage }) => (
            <>
              {textLanguage !== tag && <Note tone="plain">{t('article.in_english')}</Note>}
              <Card className="p-5">
                <article className="grid gap-3 [overflow-wrap:anywhere]" lang={textLanguage} dir="auto">
                  <h2 className="text-title font-semi leading-tight">{title}</h2>
                  <p className="text-small text-ink-3">{t('notice.published', { day: showDay(publishedAt) })}</p>
                  <ArticleText blocks={blocks} />
                </article>
              </Card>
            </>
          )}
        </ReadState>
      )}
    </Screen>
  )
}

function NotFound() {
  const t = useText()
  return (
    <EmptyState
      action={
        <ButtonLink to="/pages/news/index" look="quiet" compact>
          {t('article.all_news')}
        </ButtonLink>
      }
    >
      <p className="font-semi text-ink">{t('article.missing')}</p>
      <p className="mt-1">{t('article.missing_why')}</p>
    </EmptyState>
  )
}

const ArticleSkeleton = () => (
  <Card className="grid gap-3 p-5">
    <Skeleton className="h-6 w-3/4" />
    <Skeleton className="h-4 w-28" />
    <Skeleton className="h-64 w-full" />
  </Card>
)
