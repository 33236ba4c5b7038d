import { showUnits } from '#kit/amount.ts'
import { readJson, readWhole } from '#kit/exact.ts'
import type { Kind, Statement } from '#proofs/tree/format.ts'
import { AmountText, CodeText } from '#ui/AmountText.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Facts, Heading, Note } from '#ui/Facts.tsx'
import { showCount, showDay, showUtc } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Card, List, Pages, Row, RowMark } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { EmptyState, ReadState } from '#ui/State.tsx'
import { saveFrom } from '#ui/save-file.ts'
import { useText } from '#ui/texts.ts'
import { useRead, useReadPages } from '#ui/use-call.ts'
import { ChainNote } from './ChainNote.tsx'
import { ProofFiles } from './ProofFiles.tsx'
import { houseProof, listStatements } from './proof.contract.ts'
import type { PublicQuestion } from './public-proof.ts'
import { CheckedNote, useChecked } from './use-checked.tsx'

/** What the house owes, checked by whoever looks at it. */
export function ProofScreen() {
  const t = useText()
  const house = useRead(houseProof, {})
  const pages = useReadPages(listStatements, {})
  const items = house.data?.latest ? pages.items : undefined
  const checked = useChecked(
    questionOf(items, house.data?.evidence),
    `${items?.length} ${items?.[0]?.signature} ${house.data?.evidence}`,
  )
  const refresh = () => Promise.all([house.refetch(), pages.refetch()])
  return (
    <Screen title={t('title.proof')} up="/pages/index/index" onRefresh={refresh}>
      <p className="text-small text-ink-3">{t('proof.intro')}</p>
      <List>
        <Row
          mark={<Mark name="user" />}
          title={t('title.proof_mine')}
          note={t('proof.mine_note')}
          to="/pages/proof/mine"
        />
        <Row mark={<Mark name="invest" />} title={t('title.pools')} note={t('pools.note')} to="/pages/proof/pools" />
        <Row
          mark={<Mark name="shield" />}
          title={t('title.reserves')}
          note={t('proof.reserves_note')}
          to="/pages/proof/reserves"
        />
        <Row
          mark={<Mark name="records" />}
          title={t('title.changes')}
          note={t('proof.changes_note')}
          to="/pages/proof/changes"
        />
        <Row
          mark={<Mark name="clock" />}
          title={t('title.queue')}
          note={t('proof.queue_note')}
          to="/pages/proof/queue"
        />
        <Row
          mark={<Mark name="info" />}
          title={t('title.status')}
          note={t('proof.status_note')}
          to="/pages/proof/status"
        />
      </List>
      <ReadState read={house}>
        {({ latest }) =>
          latest ? (
            <>
              <CheckedNote
                checked={checked}
                right={
                  checked.is === 'right' &&
                  t('proof.right', { days: showCount(checked.statements), accounts: showCount(checked.accounts) })
                }
              />
              <ChainNote statement={latest} />
              <StatementCard statement={readJson(latest.text) as Statement} />
              <Button look="quiet" icon="down" onClick={() => saveDay(latest.day)}>
                {t('proof.save_day', { day: showDay(latest.day) })}
              </Button>
              <p className="text-small text-ink-3">{t('proof.save_day_note')}</p>
            </>
          ) : (
            <EmptyState>{t('proof.none')}</EmptyState>
          )
        }
      </ReadState>
      {!house.isPending && (
        <>
          <Heading>{t('proof.files')}</Heading>
          <p className="text-small text-ink-3">{t('proof.files_note')}</p>
          <ProofFiles />
          <Heading>{t('proof.days')}</Heading>
          <Pages
            pages={pages}
            label={t('proof.days')}
            empty={t('proof.none')}
            row={({ day, text }) => <DayRow key={day} day={day} root={(readJson(text) as Statement).root} />}
          />
        </>
      )}
    </Screen>
  )
}

const Mark = ({ name }: { name: 'user' | 'records' | 'shield' | 'invest' | 'clock' | 'info' }) => (
  <RowMark>
    <Icon name={name} size={20} />
  </RowMark>
)

/** Everything that is public of a day, in one file. */
const saveDay = (day: string): void => saveFrom(`proof-${day}.zip`, `/proof/${day}.zip`)

/** What this device checks: the statements it read, and the house's own accounts. */
function questionOf(
  items: PublicQuestion['statements'] | undefined,
  house: string | undefined,
): PublicQuestion | undefined {
  if (!items || house === undefined) return undefined
  const statements = items.map(({ text, signature, publicKey }) => ({ text, signature, publicKey }))
  return { statements, house }
}

/** A kind of which nothing is owed is not named. */
const amount = (list: readonly string[] | undefined, place: number): bigint => (list ? readWhole(list[place]) : 0n)

function StatementCard({ statement }: { statement: Statement }) {
  const t = useText()
  const { assets, owed, own, booked, kinds, house, epoch, root } = statement
  const text = (units: bigint, coin: string) => <AmountText value={showUnits(units)} coin={coin} />
  return (
    <>
      <Heading>{t('proof.owed', { day: showDay(statement.day) })}</Heading>
      <Card className="grid gap-4 p-4">
        <p className="text-small text-ink-3">{t('proof.cut', { moment: showUtc(epoch) })}</p>
        {assets.map((coin, place) => (
          <section key={coin} aria-label={coin} className="grid gap-2">
            <h3 className="font-semi">{coin}</h3>
            <Facts
              facts={[
                { label: t('proof.owed_all'), value: text(amount(owed, place), coin), strong: true },
                ...(Object.keys(kinds) as Kind[])
                  .filter((kind) => amount(kinds[kind], place) > 0n)
                  .map((kind) => ({ label: t(`proof.kind.${kind}`), value: text(amount(kinds[kind], place), coin) })),
                {
                  label: t('proof.own'),
                  value: text(amount(own.capital, place) + amount(own.sales, place) + amount(own.fees, place), coin),
                },
                {
                  label: t('proof.booked'),
                  value: text(amount(booked.network, place) + amount(booked.venue, place), coin),
                },
              ]}
            />
          </section>
        ))}
        <p className="flex items-center gap-2 text-small text-ink-2">
          <span className="flex-1">
            {t('proof.root')} <CodeText value={root} short />
          </span>
          <CopyButton value={root} label={t('changes.copy', { what: t('proof.root') })} />
        </p>
      </Card>
      <Note tone="plain">{t('proof.limits')}</Note>
      <Heading>{t('proof.house')}</Heading>
      <List label={t('proof.house')}>
        {house.map(({ owner, kind, amounts }) => (
          <Row
            key={`${owner} ${kind}`}
            title={t(`proof.kind.${kind}`)}
            note={<bdi dir="ltr">{owner.split(':')[1] ?? ''}</bdi>}
            end={
              <span className="grid">
                {assets
                  .filter((_, place) => amount(amounts, place) > 0n)
                  .map((coin) => (
                    <AmountText key={coin} value={showUnits(amount(amounts, assets.indexOf(coin)))} coin={coin} />
                  ))}
                {amounts.every((each) => each === '0') && '0'}
              </span>
            }
          />
        ))}
      </List>
    </>
  )
}

function DayRow({ day, root }: { day: string; root: string }) {
  const t = useText()
  return (
    <Row
      title={showDay(day)}
      end={
        <span className="flex items-center gap-1 text-small">
          <CodeText value={root} short />
          <CopyButton value={root} label={t('changes.copy', { what: t('proof.root') })} />
          <IconButton
            icon="down"
            size={20}
            label={t('proof.save_day', { day: showDay(day) })}
            onPress={() => saveDay(day)}
          />
        </span>
      }
    />
  )
}
