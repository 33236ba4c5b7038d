import { networkName } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { List, Row } from '#ui/shell/List.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { Num } from '#ui/text/AmountText.tsx'
import { showCount, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { companyStatus } from './status.contract.ts'

type Status = OutputOf<typeof companyStatus>
type Reasons = Status['waiting'][number]['reasons']

export function Waiting({ waiting, withdrawals }: Pick<Status, 'waiting' | 'withdrawals'>) {
  const t = useText()
  return (
    <>
      <Heading>{t('status.waiting')}</Heading>
      {waiting.length === 0 ? (
        <p className="text-small text-ink-3">{t('status.waiting_none')}</p>
      ) : (
        <List label={t('status.waiting')}>
          {waiting.map(({ state, count, since, reasons }) => (
            <Row
              key={state}
              title={t(`status.state.${state}`)}
              note={t('status.since', { moment: showMoment(since) })}
              end={<Num>{showCount(count)}</Num>}
              foot={<Why reasons={reasons} />}
            />
          ))}
        </List>
      )}
      {withdrawals.length > 0 && <OneByOne withdrawals={withdrawals} />}
    </>
  )
}

/** Owner, amount and destination are private. The list's completeness is only reported by us. */
function OneByOne({ withdrawals }: Pick<Status, 'withdrawals'>) {
  const t = useText()
  return (
    <>
      <p className="text-small text-ink-3">{t('status.one_by_one')}</p>
      <List label={t('status.one_by_one')}>
        {withdrawals.map(({ chain, coin, state, since, reasons }, place) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identifying data
            key={place}
            title={`${coin} · ${networkName(chain)}`}
            note={showMoment(since)}
            end={t(`status.state.${state}`)}
            foot={<Why reasons={reasons} />}
          />
        ))}
      </List>
    </>
  )
}

function Why({ reasons }: { reasons: Reasons }) {
  const t = useText()
  return (
    <span className="text-small text-ink-2">
      {reasons.length === 0
        ? t('status.turn')
        : new Intl.ListFormat(document.documentElement.lang).format(
            reasons.map((reason) => t(`status.reason.${reason}`)),
          )}
    </span>
  )
}
