import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { goWanted } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { useText } from '#ui/text/texts.ts'
import { StepHeading } from './StepHeading.tsx'

type ArrivedProps = {
  readonly walletId: string
  readonly title: string
  readonly backUp?: boolean
  readonly children?: ReactNode
}

export function Arrived({ walletId, title, backUp = false, children }: ArrivedProps) {
  const t = useText()
  const goOn = () => goWanted('/pages/index/index')
  return (
    <Screen
      title={t(backUp ? 'arrived.one_left' : 'arrived.title')}
      foot={
        backUp ? (
          <>
            <ButtonLink to="/pages/back/index" icon="key">
              {t('arrived.back_up')}
            </ButtonLink>
            <Button look="quiet" onClick={goOn}>
              {t('arrived.later')}
            </Button>
          </>
        ) : (
          <Button onClick={goOn}>{t('arrived.go_on')}</Button>
        )
      }
    >
      <div className="grid justify-items-center gap-5 py-4 text-center">
        <span className="gold grid size-36 place-items-center rounded-pill">
          <Seal id={walletId} size={132} />
        </span>
        <div className="grid justify-items-center gap-1">
          <StepHeading>{title}</StepHeading>
          <p className="text-small text-ink-3">{t('arrived.id')}</p>
          <p className="flex items-center gap-1 ps-11">
            <span className="num letters text-title font-bold tracking-[.02em]">{walletId}</span>
            <CopyButton value={walletId} label={t('arrived.copy')} />
          </p>
        </div>
      </div>
      {backUp && (
        <Note tone="warn">
          <p className="font-semi">{t('arrived.not_backed_up')}</p>
          <p>{t('arrived.not_backed_up_why')}</p>
        </Note>
      )}
      {children}
    </Screen>
  )
}
