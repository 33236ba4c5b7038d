import { type FormEvent, useState } from 'react'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { ButtonLink, FormButton } from '#ui/form/Button.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { PasswordField } from '#ui/form/Field.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import type { DeviceWallet } from '#ui/session/session.ts'
import { goWanted } from '#ui/shell/navigation.ts'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { device, fetchEntry, useEntryReady } from '../device.tsx'

type WalletSignInProps = { readonly wallet: DeviceWallet; readonly inUse: boolean }

export function WalletSignIn({ wallet, inUse }: WalletSignInProps) {
  const t = useText()
  return (
    <>
      <WalletHero wallet={wallet} inUse={inUse} />
      {inUse ? <ButtonLink to="/pages/index/index">{t('login.go_on')}</ButtonLink> : <SignInForm wallet={wallet} />}
    </>
  )
}

const heroChip = 'rounded-pill bg-[#ffffff24] px-2.5 py-0.5 text-caption font-semi text-hero-ink'

const WalletHero = ({ wallet, inUse }: WalletSignInProps) => {
  const t = useText()
  return (
    <section className="hero relative grid gap-3 overflow-hidden rounded-hero p-5 shadow-raised">
      <Seal id={wallet.walletId} size={260} bare className="absolute -end-14 -top-16 text-hero-ink opacity-20" />
      <Seal id={wallet.walletId} size={64} className="relative shadow-[0_0_0_2px_#ffffff38]" />
      <div className="relative grid gap-1">
        <p className="text-title font-semi leading-tight">{wallet.name}</p>
        <p>
          <span className="num letters text-hero-ink-2">{wallet.walletId}</span>
        </p>
      </div>
      <p className="relative flex flex-wrap gap-2">
        <span className={heroChip}>{t(inUse ? 'login.in_use' : 'login.expired')}</span>
        {!wallet.activated && <span className={heroChip}>{t('login.not_backed_up')}</span>}
      </p>
    </section>
  )
}

function SignInForm({ wallet }: { wallet: DeviceWallet }) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  useEntryReady()
  const { attempt, busy, failed } = useAttempt()
  const ofPassword = failed?.key.startsWith('identity.password')
  const ofCode = failed?.key.startsWith('identity.code_')
  const ready = password !== '' && (!needsCode || code.length === 6)

  const signIn = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const answer = await attempt(async () => {
      const { signInWith } = await fetchEntry()
      try {
        return await signInWith(device, { walletId: wallet.walletId, password, code })
      } catch (cause) {
        if (cause instanceof Error && cause.message.startsWith('identity.code_')) {
          setNeedsCode(true)
          setCode('')
        }
        throw cause
      }
    })
    if (answer) goWanted('/pages/index/index')
  }
  return (
    <form className="grid gap-4" onSubmit={signIn} noValidate>
      <input hidden readOnly autoComplete="username" value={wallet.walletId} />
      <PasswordField
        label={t('password.wallet')}
        value={password}
        onChange={setPassword}
        hint={wallet.hint ? t('password.hint', { hint: wallet.hint }) : undefined}
        error={ofPassword ? failed?.text : undefined}
      />
      {needsCode && (
        <CodeField
          label={t('password.google_code')}
          value={code}
          onChange={setCode}
          hint={t('login.code_hint')}
          error={ofCode && failed?.key !== 'identity.code_needed' ? failed?.text : undefined}
        />
      )}
      {failed && !ofPassword && !ofCode && (
        <div role="alert">
          <Note tone="neg">{failed.text}</Note>
        </div>
      )}
      <FormFoot>
        <FormButton
          type="submit"
          busy={busy}
          missing={[
            password === '' && t('password.wallet'),
            needsCode && code.length !== 6 && t('password.google_code'),
          ]}
        >
          {t('login.log_in')}
        </FormButton>
      </FormFoot>
    </form>
  )
}
