import { Icon } from '#ui/picture/Icon.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import type { Path } from '#ui/shell/navigation.ts'
import { useText } from '#ui/text/texts.ts'

const steps = [
  { id: 'backup', to: '/pages/back/index' },
  { id: 'recharge', to: '/pages/wallet/recharge' },
  { id: 'choose', to: '/pages/invest/index' },
] as const satisfies readonly { id: string; to: Path }[]

export function FirstSteps({ activated }: { activated: boolean }) {
  const t = useText()
  return (
    <section className="grid gap-2">
      <h2 className="text-title font-semi leading-tight">{t('first.title')}</h2>
      <List label={t('first.title')}>
        {steps.map(({ id, to }, place) => {
          const isDone = id === 'backup' && activated
          return (
            <Row
              key={id}
              mark={
                <RowIcon tone={isDone ? 'accent' : 'plain'}>
                  {isDone ? <Icon name="check" size={20} /> : <span className="num font-semi">{place + 1}</span>}
                </RowIcon>
              }
              title={t(`first.${id}`)}
              note={isDone ? t('first.done') : t(`first.${id}_why`)}
              {...(isDone ? {} : { to })}
            />
          )
        })}
      </List>
      <p className="text-caption text-ink-3">{t('first.credit')}</p>
    </section>
  )
}
