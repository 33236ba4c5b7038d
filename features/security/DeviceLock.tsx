import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Choice.tsx'
import { lockChoices, lockNow, setLock } from '#ui/session/lock.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { useText } from '#ui/text/texts.ts'

/** Every choice requires the password, including turning the lock off. */
export function DeviceLock() {
  const t = useText()
  const { lock } = useBoot()
  const [chosen, setChosen] = useState<number | undefined>()
  const options = lockChoices.map((minutes) => ({
    value: String(minutes),
    label: minutes > 0 ? t('lock.minutes', { minutes: String(minutes) }) : t('lock.never'),
  }))
  return (
    <Card className="grid gap-3 p-4">
      <div>
        <h2 className="font-semi leading-snug">{t('lock.title')}</h2>
        <p className="text-small text-ink-3">{t('lock.note')}</p>
      </div>
      <Segmented
        label={t('lock.title')}
        options={options}
        value={String(lock)}
        onChange={(minutes) => setChosen(Number(minutes))}
      />
      {lock > 0 && (
        <Button look="quiet" icon="lock" onClick={() => void lockNow()}>
          {t('lock.now')}
        </Button>
      )}
      <PasswordSheet
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={t('lock.change')}
        plain
        onConfirm={async ({ password }) => {
          if (chosen !== undefined) await setLock(chosen, password)
          setChosen(undefined)
          return undefined
        }}
      />
    </Card>
  )
}
