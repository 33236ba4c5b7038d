import type { walletAssets } from '#features/balances/balances.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { isAbove } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { List, Row, RowMark } from '#ui/List.tsx'
import type { Path } from '#ui/navigation.ts'
import { useText } from '#ui/texts.ts'

type Assets = OutputOf<typeof walletAssets>
type FirstStepsProps = { readonly activated: boolean; readonly assets: Assets | undefined }

const steps = [
  { id: 'backup', to: '/pages/back/index' },
  { id: 'recharge', to: '/pages/wallet/recharge' },
  { id: 'choose', to: '/pages/invest/index' },
] as const satisfies readonly { id: string; to: Path }[]

/** The three first steps of a new wallet, until something is at work: what is done is ticked. */
export function FirstSteps({ activated, assets }: FirstStepsProps) {
  const t = useText()
  const isFunded = assets?.items.some(({ kind, available }) => kind === 'coin' && isAbove(available)) ?? false
  const done: Readonly<Record<(typeof steps)[number]['id'], boolean>> = {
    backup: activated,
    recharge: isFunded,
    choose: false,
  }
  return (
    <section className="grid gap-2">
      <h2 className="text-title font-semi leading-tight">{t('first.title')}</h2>
      <List label={t('first.title')}>
        {steps.map(({ id, to }, place) => (
          <Row
            key={id}
            mark={
              <RowMark tone={done[id] ? 'accent' : 'plain'}>
                {done[id] ? <Icon name="check" size={20} /> : <span className="num font-semi">{place + 1}</span>}
              </RowMark>
            }
            title={t(`first.${id}`)}
            note={done[id] ? t('first.done') : t(`first.${id}_why`)}
            {...(done[id] && id === 'backup' ? {} : { to })}
          />
        ))}
      </List>
      <p className="text-caption text-ink-3">{t('first.credit')}</p>
    </section>
  )
}
