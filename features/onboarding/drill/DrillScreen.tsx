import { type FormEvent, useId, useState } from 'react'
import { randomBelow } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { openWords } from '#ui/device/sealed-words.ts'
import { ButtonLink, FormButton } from '#ui/form/Button.tsx'
import { Field, PasswordField } from '#ui/form/Field.tsx'
import { type DeviceWallet, useDeviceWallet } from '#ui/session/session.ts'
import { back } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { EmptyState } from '#ui/show/State.tsx'
import { toast } from '#ui/show/toasts.ts'
import { useText } from '#ui/text/texts.ts'
import { wordCount, wordsOf } from '../words/words.ts'
import { nextDrill, placesOf } from './drill.ts'
import { keepDrill } from './kept-drills.tsx'

/** pages/back/drill: checks three words of the phrase, only on this device. */
export function DrillScreen() {
  const t = useText()
  const wallet = useDeviceWallet()
  if (!wallet?.sealedPhrase)
    return (
      <Screen title={t('drill.title')} up="/pages/index/index">
        <EmptyState>{t('back_up.not_here')}</EmptyState>
      </Screen>
    )
  return <Asking key={wallet.walletId} wallet={wallet} />
}

function Asking({ wallet }: { wallet: DeviceWallet }) {
  const t = useText()
  const form = useId()
  const [places] = useState(() => placesOf(wordCount, randomBelow))
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [wrong, setWrong] = useState<readonly number[]>([])
  const [password, setPassword] = useState('')
  const [wrongPassword, setWrongPassword] = useState(false)
  const { attempt, busy, failed } = useAttempt()
  const wordAt = (place: number): string => wordsOf(typed[place] ?? '').join(' ')

  const compare = async (event: FormEvent) => {
    event.preventDefault()
    await attempt(async () => {
      const words = (await openWords(wallet.walletId, password))?.split(' ')
      setWrongPassword(words === undefined)
      if (!words) return
      const amiss = places.filter((place) => wordAt(place) !== words[place - 1])
      setWrong(amiss)
      if (amiss.length > 0) return
      await keepDrill(wallet.walletId, nextDrill(wallClock.now().getTime()))
      toast(t('drill.right'), 'good')
      back('/pages/index/index')
    })
  }
  return (
    <Screen
      title={t('drill.title')}
      up="/pages/index/index"
      foot={
        <FormButton
          type="submit"
          form={form}
          busy={busy}
          missing={[
            ...places.map((place) => wordAt(place) === '' && t('drill.word', { place: String(place) })),
            password === '' && t('password.wallet'),
          ]}
        >
          {t('drill.check')}
        </FormButton>
      }
    >
      <p className="text-ink-2">{t('drill.about')}</p>
      <form id={form} className="grid gap-4" onSubmit={(event) => void compare(event)} noValidate>
        {places.map((place) => (
          <Field
            key={place}
            code
            label={t('drill.word', { place: String(place) })}
            value={typed[place] ?? ''}
            onChange={(text) => {
              setTyped({ ...typed, [place]: text })
              setWrong([])
            }}
            error={wrong.includes(place) ? t('drill.wrong') : undefined}
            autoCapitalize="none"
            autoCorrect="off"
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <PasswordField
          label={t('password.wallet')}
          value={password}
          onChange={(next) => {
            setPassword(next)
            setWrongPassword(false)
          }}
          hint={wallet.hint ? t('password.hint', { hint: wallet.hint }) : undefined}
          error={failed?.text ?? (wrongPassword ? t('back_up.password_wrong') : undefined)}
        />
      </form>
      {wrong.length > 0 && (
        <Note tone="warn">
          <p>{t('drill.lost')}</p>
          <ButtonLink to="/pages/back/index" look="quiet" compact>
            {t('drill.again')}
          </ButtonLink>
        </Note>
      )}
    </Screen>
  )
}
