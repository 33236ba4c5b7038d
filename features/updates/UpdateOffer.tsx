import { useState } from 'react'
import { appVersion } from '#kit/wire/signing/headers.ts'
import { Button } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { loadApp, restartApp } from './app-worker.tsx'
import { loadUpdate, type Release } from './load-update.ts'

type Step = 'offered' | 'loading' | 'loaded' | 'failed'
type Props = {
  readonly release: Release
  /** Omitted if the update is mandatory. */
  readonly onLater?: (() => void) | undefined
  readonly onTried?: () => void
}

export function UpdateOffer({ release, onLater, onTried }: Props) {
  const t = useText()
  const [step, setStep] = useState<Step>('offered')
  const { latestName, description, packageType, packageUrl } = release
  const load = async () => {
    setStep('loading')
    const next = await loadUpdate(loadApp).then(
      () => 'loaded' as const,
      () => 'failed' as const,
    )
    setStep(next)
    if (next === 'failed') onTried?.()
  }
  const restart = () => {
    onTried?.()
    void restartApp()
  }
  return (
    <div className="grid gap-4">
      <p>
        <span className="font-semi">{t('update.number', { name: latestName })}</span>{' '}
        <span className="text-small text-ink-3">{t('update.yours', { name: appVersion.name })}</span>
      </p>
      {description !== '' && (
        <p dir="auto" className="whitespace-pre-line text-ink-2">
          {description}
        </p>
      )}
      <div role="status">
        {step === 'loading' && <Note tone="plain">{t('update.loading')}</Note>}
        {step === 'loaded' && <Note tone="accent">{t('update.loaded')}</Note>}
        {step === 'failed' && <Note tone="neg">{t('update.failed')}</Note>}
      </div>
      <div className="grid gap-2">
        {packageType === 'package' ? (
          <a
            href={packageUrl}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onTried}
            className="press inline-flex min-h-13 items-center justify-center gap-2 rounded-control bg-accent px-4 font-semi text-on-accent"
          >
            <Icon name="open" size={18} />
            {t('update.fetch')}
          </a>
        ) : step === 'loaded' ? (
          <Button onClick={restart}>{t('update.restart')}</Button>
        ) : (
          <Button busy={step === 'loading'} onClick={() => void load()}>
            {t('update.take')}
          </Button>
        )}
        {onLater && (
          <Button look="quiet" onClick={onLater}>
            {t('update.later')}
          </Button>
        )}
      </div>
    </div>
  )
}
