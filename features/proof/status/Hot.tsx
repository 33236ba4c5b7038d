import { unitsPerOne } from '#kit/amount/amount.ts'
import { readHeld } from '#kit/amount/exact.ts'
import { networkName } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { List, Row } from '#ui/shell/List.tsx'
import { Heading, Note } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment, showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { hostOf } from '../checks/ask-node.ts'
import { hotOf } from './read-hot.ts'
import type { companyStatus } from './status.contract.ts'
import { useHot } from './use-hot.tsx'

type HotLine = OutputOf<typeof companyStatus>['hot'][number]

export function Hot({ hot }: { hot: readonly HotLine[] }) {
  const t = useText()
  const { chains, wrong } = useHot(hot.map(({ chain, coin, there, at }) => `${chain} ${coin} ${there} ${at}`).join())
  if (hot.length === 0) return null
  return (
    <>
      <Heading>{t('status.hot')}</Heading>
      <p className="text-small text-ink-3">{t('status.hot_note')}</p>
      {wrong && (
        <div role="alert">
          <Note tone="neg">{t('proof.wrong', { detail: wrong })}</Note>
        </div>
      )}
      <List label={t('status.hot')}>
        {hot.map((line) => {
          const { reading, node = '' } = chains.get(line.chain) ?? {}
          const read = reading?.is === 'read' ? reading.units.get(line.coin) : undefined
          return <HotRow key={`${line.chain} ${line.coin}`} line={line} read={read} node={node} />
        })}
      </List>
    </>
  )
}

type HotRowProps = { readonly line: HotLine; readonly read: bigint | undefined; readonly node: string }

function HotRow({ line, read, node }: HotRowProps) {
  const t = useText()
  const { chain, coin, owed, at } = line
  const { there, ratio, isOther } = hotOf(line, read)
  return (
    <Row
      title={`${coin} · ${networkName(chain)}`}
      note={
        read === undefined ? (
          `${t('status.said')} · ${showMoment(at)}`
        ) : (
          <>
            {t('status.read')} · <bdi>{hostOf(node)}</bdi>
          </>
        )
      }
      end={<AmountText value={there} coin={coin} />}
      endNote={
        ratio === null ? (
          t('status.owed_none')
        ) : (
          <span className={readHeld(ratio) < unitsPerOne ? 'text-neg' : ''}>
            {t('status.owed', { percent: showPercent(ratio) })} <AmountText value={owed} coin={coin} about />
          </span>
        )
      }
      foot={
        isOther && (
          <span className="text-small text-ink-3">
            {t('status.hot_said', { moment: showMoment(at) })} <AmountText value={line.there} coin={coin} />
          </span>
        )
      }
    />
  )
}
