import { useEffect } from 'react'
import { useRead, useReadPages } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card, Pages, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Heading, Note, RightNote } from '#ui/show/Facts.tsx'
import { CodeText } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showCount, showDay, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { ChangeHead, ChangeLine } from './checks/check-changes.ts'
import { type Checked, useCheckedChanges } from './checks/use-checked-changes.tsx'
import { shownChange } from './figures/shown-change.ts'
import { NamedLine } from './NamedLine.tsx'
import { listChanges, proofSummary } from './proof.contract.ts'

export function ChangesScreen() {
  const t = useText()
  const pages = useReadPages(listChanges, {})
  const head = pages.first?.heads[0]
  const proof = useRead(proofSummary, {})
  const found = useCheckedChanges(pages.items, head, proof.data?.latest, !pages.hasNextPage)
  // The last entry known to this device is on a later page. The log is unchecked until its chain reaches that entry.
  const goesOn = found.is === 'right' && !found.reached
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = pages
  useEffect(() => {
    if (goesOn && hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  }, [goesOn, hasNextPage, isFetchingNextPage, fetchNextPage, error])
  const isChecking = found.is === 'checking' || goesOn
  const checked: Checked = isChecking ? { is: proof.error || error ? 'unchecked' : 'checking' } : found
  const isAny = (pages.items?.length ?? 0) > 0
  const refresh = () => Promise.all([pages.refetch(), proof.refetch()])
  return (
    <Screen title={t('title.changes')} up="/pages/my/settings" onRefresh={refresh}>
      <p className="text-small text-ink-3">{t('changes.intro')}</p>
      <ButtonLink look="quiet" to="/pages/proof/status">
        {t('changes.own')}
      </ButtonLink>
      {pages.first?.demo && <Note tone="plain">{t('changes.demo')}</Note>}
      {(isAny || isWrong(checked)) && <CheckNote checked={checked} />}
      {checked.is === 'right' && checked.named && <NamedLine line={checked.named.line} />}
      {isAny && <Head head={head} />}
      {isAny && <Heading>{t('changes.list')}</Heading>}
      <Pages
        pages={pages}
        label={t('changes.list')}
        empty={t('changes.empty')}
        row={(change) => <ChangeRow key={change.line} change={change} />}
      />
    </Screen>
  )
}

const isWrong = ({ is }: Checked): boolean => is.startsWith('wrong')

function CheckNote({ checked }: { checked: Checked }) {
  const t = useText()
  const said = {
    checking: () => <Note tone="plain">{t('changes.checking')}</Note>,
    unchecked: () => <Note>{t('changes.unchecked')}</Note>,
    wrong_head: () => <Note tone="neg">{t('changes.wrong_head')}</Note>,
    wrong_statement: () => <Note tone="neg">{t('changes.wrong_statement')}</Note>,
    wrong_line: () =>
      checked.is === 'wrong_line' && (
        <Note tone="neg">{t('changes.wrong_line', { line: showCount(checked.line) })}</Note>
      ),
    right: () =>
      checked.is === 'right' && <RightNote>{t('changes.right', { count: showCount(checked.lines) })}</RightNote>,
  }
  return <div role={isWrong(checked) ? 'alert' : 'status'}>{said[checked.is]()}</div>
}

/** A reader who saves the head can later detect changes to earlier entries. */
function Head({ head }: { head: ChangeHead | undefined }) {
  const t = useText()
  if (!head) return <p className="text-small text-ink-3">{t('changes.no_head')}</p>
  const codes = [
    { label: t('changes.digest'), value: head.hash },
    { label: t('changes.signature'), value: head.signature },
    { label: t('changes.key'), value: head.publicKey },
  ]
  return (
    <Card className="grid gap-1 p-4">
      <p className="font-semi">{t('changes.head', { day: showDay(head.day), line: showCount(head.line) })}</p>
      <p className="text-small text-ink-3">{t('changes.head_note')}</p>
      <dl className="text-small">
        {codes.map(({ label, value }) => (
          <div key={label} className="flex min-h-11 flex-wrap items-center gap-x-2">
            <dt className="flex-1 text-ink-2">{label}</dt>
            <dd className="flex items-center gap-1 font-semi">
              <CodeText value={value} short />
              <CopyButton value={value} label={t('changes.copy', { what: label })} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function ChangeRow({ change }: { change: ChangeLine }) {
  const t = useText()
  const { line, at, operator, verb, hash } = change
  const shown = shownChange(change)
  return (
    <Row
      title={<span dir="auto">{operator}</span>}
      note={showMoment(at)}
      end={<Chip>{verb}</Chip>}
      endNote={t('changes.line', { line: showCount(line) })}
      foot={
        <span className="grid gap-1 text-small">
          {shown ? (
            <>
              {shown.typed && (
                <span lang="en" dir="auto" className="text-ink [overflow-wrap:anywhere]">
                  {shown.typed}
                </span>
              )}
              {shown.lines.map((text) => (
                <span key={text} lang="en" dir="auto" className="text-ink-2 [overflow-wrap:anywhere]">
                  {text}
                </span>
              ))}
              {shown.isPart && <span className="text-ink-3">{t('changes.part')}</span>}
            </>
          ) : (
            <span className="text-ink-3">{t('changes.hidden')}</span>
          )}
          <span className="flex items-center justify-between gap-2 text-caption text-ink-3">
            <span>
              {t('changes.digest')} <CodeText value={hash} short />
            </span>
            <CopyButton value={hash} label={t('changes.copy', { what: t('changes.digest') })} />
          </span>
        </span>
      }
    />
  )
}
