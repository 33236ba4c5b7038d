import type { Unrecorded } from '#features/proof/checks/moved-since.ts'
import type { OwnAmount } from '#features/proof/checks/own-proof.ts'
import { Link } from '#ui/shell/Link.tsx'
import { Facts, Heading } from '#ui/show/Facts.tsx'
import { EmptyState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'

type Silent = Unrecorded & { readonly at: string; readonly ref: string }
type OwnAmountsProps = {
  readonly amounts: readonly OwnAmount[]
  /** Order movements since the cutoff that have no record. */
  readonly unrecorded: readonly Silent[]
  readonly wrong: boolean
}

/** Per coin: proven amount, later movements and displayed amount. */
export function OwnAmounts({ amounts, unrecorded, wrong }: OwnAmountsProps) {
  const t = useText()
  if (amounts.length === 0) return wrong ? null : <EmptyState>{t('proof.mine_none')}</EmptyState>
  return amounts.map(({ coin, kind, proven, since, shown }) => (
    <section key={`${coin} ${kind}`} className="grid gap-2">
      <Heading>
        {coin} · {t(`proof.kind.${kind}`)}
      </Heading>
      <Facts
        facts={[
          { label: t('proof.proven'), value: <AmountText value={proven} coin={coin} own exact /> },
          { label: t('proof.since'), value: <AmountText value={since} coin={coin} own exact signed /> },
          ...(shown === null
            ? []
            : [{ label: t('proof.shown'), value: <AmountText value={shown} coin={coin} own exact />, strong: true }]),
        ]}
      />
      <SilentRows rows={unrecorded.filter((row) => row.coin === coin && row.kind === kind)} />
    </section>
  ))
}

const orderOf = (ref: string): string => ref.replace('order:', '')

function SilentRows({ rows }: { rows: readonly Silent[] }) {
  const t = useText()
  if (rows.length === 0) return null
  return (
    <details className="px-4 text-small text-ink-2">
      <summary className="press min-h-11 cursor-pointer content-center font-semi">
        {t('proof.silent', { count: String(rows.length) })}
      </summary>
      <p className="pb-2">{t('proof.silent_why')}</p>
      <ul className="grid gap-2">
        {rows.map(({ id, at, coin, amount, ref }) => (
          <li key={id} className="flex justify-between gap-3">
            <Link to="/pages/invest/detail" query={{ id: orderOf(ref) }} className="press min-h-11 text-accent-ink">
              {t(amount.startsWith('-') ? 'proof.silent_out' : 'proof.silent_in', { order: orderOf(ref) })}
              <span className="block text-caption text-ink-3">{showMoment(at)}</span>
            </Link>
            <AmountText value={amount} coin={coin} own exact signed />
          </li>
        ))}
      </ul>
    </details>
  )
}
