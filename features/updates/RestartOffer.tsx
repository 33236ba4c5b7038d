import { Button } from '#ui/form/Button.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { restartApp } from './app-worker.tsx'

export function RestartOffer({ onLater }: { onLater: () => void }) {
  const t = useText()
  return (
    <div className="grid gap-4">
      <Note tone="accent">{t('update.loaded')}</Note>
      <div className="grid gap-2">
        <Button onClick={() => void restartApp()}>{t('update.restart')}</Button>
        <Button look="quiet" onClick={onLater}>
          {t('update.later')}
        </Button>
      </div>
    </div>
  )
}
