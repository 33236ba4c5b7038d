import { isChain, networkName } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type ReserveLine, type ReservePart, readReserveText } from '#proofs/reserves/reserves.ts'
import { useRead } from '#ui/call/use-call.ts'
import { saveFile } from '#ui/device/save-file.ts'
import { Button } from '#ui/form/Button.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { AmountText, CodeText } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showCount, showDay, showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { CheckChip } from './answer/CheckChip.tsx'
import { NetworkRows } from './answer/NetworkRows.tsx'
import { useReserves } from './figures/use-reserves.tsx'
import { ProofFiles } from './ProofFiles.tsx'
import { proofReserves } from './reserves.contract.ts'

type Reserves = OutputOf<typeof proofReserves>
type Latest = NonNullable<Reserves['latest']>

export function ReservesScreen() {
  const t = useText()
  const read = useRead(proofReserves, {})
  return (
    <Screen title={t('title.reserves')} up="/pages/proof/index" onRefresh={read.refetch}>
      <p className="text-small text-ink-3">{t('reserves.intro')}</p>
      <ReadState read={read}>
        {(data) => {
          const { latest, items } = data
          return latest ? (
            <>
              <Heading>{t('proof.owed', { day: showDay(latest.day) })}</Heading>
              <Coins items={items} />
              <Checked data={data} />
              <Button look="quiet" icon="down" onClick={() => save(latest)}>
                {t('proof.save')}
              </Button>
              <Note tone="plain">{t('reserves.limits')}</Note>
              {readReserveText(latest.reserves.text).chains.map((part) => (
                <Chain key={part.chain} part={part} />
              ))}
            </>
          ) : (
            <EmptyState>{t('proof.none')}</EmptyState>
          )
        }}
      </ReadState>
      {/* Rendered last, so content above cannot shift it under a finger. */}
      {!read.isPending && (
        <>
          <Heading>{t('proof.files')}</Heading>
          <ProofFiles />
        </>
      )}
    </Screen>
  )
}

function save({ day, reserves, owing }: Latest): void {
  saveFile(`reserves-${day}.json`, 'application/json', JSON.stringify(reserves))
  saveFile(`statement-${day}.json`, 'application/json', JSON.stringify(owing))
}

function Checked({ data }: { data: Reserves }) {
  const t = useText()
  const found = useReserves(data)
  if (!found) return null
  const { sums } = found
  return (
    <>
      {sums.is === 'wrong' && (
        <div role="alert">
          <Note tone="neg">{t('proof.wrong', { detail: sums.detail })}</Note>
        </div>
      )}
      <List label={t('proof.parts')}>
        <Row title={t('proof.part.sums')} note={t('proof.held_note')} foot={<CheckChip state={sums.is} />} />
        <NetworkRows data={data} found={found} />
      </List>
    </>
  )
}

function Coins({ items }: { items: Reserves['items'] }) {
  const t = useText()
  return items.map(({ coin, reserves, owed, venue, ratio, covered, stopped }) => (
    <Card key={coin} className="grid gap-2 p-4">
      <h3 className="font-semi">{coin}</h3>
      {!covered && <Note tone="neg">{t('reserves.short')}</Note>}
      {stopped && <Note tone="neg">{t('reserves.stopped', { coin })}</Note>}
      <Facts
        facts={[
          {
            label: t('reserves.ratio'),
            value: ratio === null ? '—' : <span className={covered ? '' : 'text-neg'}>{showPercent(ratio)}</span>,
            strong: true,
          },
          { label: t('reserves.there'), value: <AmountText value={reserves} coin={coin} /> },
          { label: t('proof.owed_all'), value: <AmountText value={owed} coin={coin} /> },
          ...(venue === '0' ? [] : [{ label: t('reserves.venue'), value: <AmountText value={venue} coin={coin} /> }]),
        ]}
      />
    </Card>
  ))
}

/** Maximum addresses shown; the file lists the rest. */
const shownMax = 12

function Chain({ part }: { part: ReservePart }) {
  const t = useText()
  const { chain, block, hash, addresses, tokens } = part
  const more = addresses.length - shownMax
  return (
    <>
      <Heading>{isChain(chain) ? networkName(chain) : chain}</Heading>
      <p className="flex items-center gap-2 text-small text-ink-3">
        <span className="flex-1">
          {t('reserves.block', { block: showCount(block) })} <CodeText value={hash} short />
        </span>
        <CopyButton value={hash} label={t('hash.copy')} />
      </p>
      <List>
        {addresses.slice(0, shownMax).map((line) => (
          <AddressRow key={line.address} line={line} tokens={tokens} />
        ))}
      </List>
      {more > 0 && <p className="text-small text-ink-3">{t('reserves.more', { count: String(more) })}</p>}
    </>
  )
}

/** A decimal string, rounded down to 8 decimals. */
function amountOf(base: string, decimals: number): string {
  const digits = base.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals, digits.length - decimals + 8).replace(/0+$/, '')
  return part ? `${whole}.${part}` : whole
}

function AddressRow({ line, tokens }: { line: ReserveLine; tokens: ReservePart['tokens'] }) {
  const t = useText()
  const { address, role, amounts } = line
  const held = Object.entries(amounts).filter(([, base]) => base !== '0')
  return (
    <Row
      title={t(`reserves.role.${role}`)}
      note={
        <span className="flex items-center gap-1">
          <CodeText value={address} short />
          <CopyButton value={address} label={t('changes.copy', { what: t(`reserves.role.${role}`) })} />
        </span>
      }
      end={
        <span className="grid">
          {held.length === 0 && '0'}
          {held.map(([coin, base]) => (
            <AmountText key={coin} value={amountOf(base, tokens[coin]?.decimals ?? 0)} coin={coin} />
          ))}
        </span>
      }
    />
  )
}
