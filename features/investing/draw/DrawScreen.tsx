import { useState } from 'react'
import { randomUuid } from '#kit/text/random.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { readAgain, useAct, useRead } from '#ui/call/use-call.ts'
import { ButtonLink, FormButton } from '#ui/form/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { tooLong } from '#ui/form/too-long.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Heading, Note } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState, Skeleton } from '#ui/show/State.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { getOrder, listIncomes, listOrders } from '../investing.contract.ts'
import { DrawnCard } from './DrawnCard.tsx'
import { getDraw, makeDraw } from './draw.contract.ts'

/** In characters. */
const seedMax = 64

type Draw = OutputOf<typeof getDraw>

/** pages/game/game: a daily, verifiable draw without stake that unlocks part of the pending release. */
export function DrawScreen() {
  const t = useText()
  const read = useRead(getDraw, {})
  return (
    <Screen title={t('title.draw')} up="/pages/invest/index" onRefresh={() => readAgain(getDraw)}>
      <ReadState read={read} skeleton={<DrawSkeleton />}>
        {(draw) => (
          <>
            {draw.drawn ? <DrawnCard drawn={draw.drawn} fresh /> : <Today draw={draw} />}
            <Chances draw={draw} />
            <Promised draw={draw} />
            {draw.earlier.length > 0 && <Heading>{t('draw.earlier')}</Heading>}
            {draw.earlier.map((drawn) => (
              <DrawnCard key={drawn.day} drawn={drawn} />
            ))}
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function Today({ draw }: { draw: Draw }) {
  const t = useText()
  const [seed, setSeed] = useState(() => randomUuid().slice(0, 8))
  const [typing, setTyping] = useState(false)
  const { act, busy } = useAct(makeDraw, { changes: [getDraw, listOrders, getOrder, listIncomes] })
  if (draw.pending.length === 0)
    return (
      <Card>
        <EmptyState
          action={
            <ButtonLink to="/pages/finance/index" look="quiet" compact>
              {t('draw.to_packages')}
            </ButtonLink>
          }
        >
          {t('draw.nothing')}
        </EmptyState>
      </Card>
    )
  return (
    <Card className="grid gap-4 p-4">
      <div className="text-center">
        <h2 className="text-small text-ink-3">{t('draw.pending')}</h2>
        {draw.pending.map(({ coin, amount }) => (
          <p key={coin} className="text-h1 font-bold leading-tight">
            <AmountText value={amount} coin={coin} own />
          </p>
        ))}
      </div>
      <p className="text-small text-ink-2">{t('draw.how')}</p>
      {typing ? (
        <Field label={t('draw.seed')} value={seed} onChange={setSeed} hint={t('draw.seed_hint')} most={seedMax} code />
      ) : (
        <button
          type="button"
          className="flex min-h-11 items-center justify-between gap-3"
          onClick={() => setTyping(true)}
        >
          <span className="text-small text-ink-2">{t('draw.seed')}</span>
          <span className="flex items-center gap-1.5 text-small font-semi text-accent-ink">
            <Num>{seed}</Num>
            <Icon name="edit" size={16} />
          </span>
        </button>
      )}
      <FormButton
        busy={busy}
        missing={[seed.trim() === '' && t('draw.seed')]}
        why={tooLong(t, seed, seedMax)}
        onClick={() => void act({ hash: draw.hash, holderSeed: seed.trim() })}
      >
        {t('draw.now')}
      </FormButton>
    </Card>
  )
}

/** Likeliest first. */
function Chances({ draw }: { draw: Draw }) {
  const t = useText()
  return (
    <>
      <Heading>{t('draw.chances')}</Heading>
      <Card className="px-4 py-1">
        <table className="w-full text-small [overflow-wrap:anywhere]">
          <caption className="sr-only">{t('draw.chances')}</caption>
          <thead className="text-caption text-ink-3">
            <tr>
              <th scope="col" className="py-2 text-start font-normal">
                {t('draw.part')}
              </th>
              <th scope="col" className="py-2 text-end font-normal">
                {t('draw.chance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {draw.chances.map(({ share, chance }) => (
              <tr key={share} className="border-t border-line">
                <th scope="row" className="py-2.5 text-start font-semi">
                  <Num>{showPercent(share)}</Num>
                </th>
                <td className="relative py-2.5 text-end font-semi">
                  <Num>{showPercent(chance, { decimals: 1 })}</Num>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </>
  )
}

function Promised({ draw }: { draw: Draw }) {
  const t = useText()
  const hashes = [
    { label: t('draw.hash'), value: draw.hash },
    { label: t('draw.day_hash'), value: draw.dayHash },
    { label: t('draw.next_day_hash'), value: draw.nextDayHash },
  ]
  return (
    <>
      <Heading>{t('draw.promise')}</Heading>
      <Note tone="accent">{t('draw.promise_about')}</Note>
      <Card className="p-4">
        <dl className="grid gap-3 text-small">
          {hashes.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-ink-3">{label}</dt>
              <dd className="text-caption">
                <Num className="break-all">{value}</Num>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}

const DrawSkeleton = () => (
  <>
    <Skeleton className="h-64 !rounded-card" />
    <Skeleton className="mt-2 h-6 w-40" />
    <Skeleton className="h-56 !rounded-card" />
  </>
)
