import { useState } from 'react'
import { type ChainId, chains, networkName } from '#kit/chain/chains.ts'
import { wallClock } from '#kit/time/clock.ts'
import { call } from '#ui/call/call.ts'
import { readAgain } from '#ui/call/use-call.ts'
import { keepTyped, openWords } from '#ui/device/sealed-words.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { currentSession } from '#ui/session/session.ts'
import { back, go } from '#ui/shell/navigation.ts'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Facts, Note } from '#ui/show/Facts.tsx'
import { notify } from '#ui/show/toasts.ts'
import { AddressText } from '#ui/text/AddressText.tsx'
import { useText } from '#ui/text/texts.ts'
import { bindAddress, changeAddress, withdrawalAddresses, withdrawalRules } from '../withdrawals.contract.ts'

type ConfirmBindingProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly chain: ChainId
  /** In checksum form, exactly as signed and sent. */
  readonly address: string
  readonly remark: string
  /** The address to replace; undefined for the first one. */
  readonly replaces: string | undefined
}

/** Binding is permanent. The password decrypts the phrase on this device, and its key signs the address. */
export function ConfirmBinding({ open, onClose, chain, address, remark, replaces }: ConfirmBindingProps) {
  const t = useText()
  const { coin: withdrawn } = useQueryOfScreen()
  const [isKeyMissing, setIsKeyMissing] = useState(false)
  const bind = async ({ code, password }: { code: string; password: string }): Promise<'stay' | undefined> => {
    setIsKeyMissing(false)
    const signed = await sign(chain, address, password, replaces)
    if (!signed) {
      setIsKeyMissing(true)
      return 'stay'
    }
    const asked = { chain, address, remark, code, ...signed }
    try {
      await call(replaces === undefined ? bindAddress : changeAddress, asked, { quiet: true })
    } finally {
      // Refresh even after a failure, because the binding may have succeeded with a lost response.
      void readAgain(withdrawalAddresses, withdrawalRules)
    }
    notify(t(replaces === undefined ? 'address.done' : 'address.change_done'), 'good')
    if (withdrawn) back('/pages/wallet/withdraw')
    else go('/pages/my/address', undefined, { replace: true })
    return undefined
  }
  return (
    <PasswordSheet
      open={open}
      onClose={onClose}
      title={t(replaces === undefined ? 'address.confirm_title' : 'address.change_confirm')}
      googleCode
      plain
      final
      target={<AddressText value={address} />}
      onConfirm={bind}
    >
      <Facts
        facts={[
          { label: t('address.network'), value: networkName(chain) },
          { label: t('address.name'), value: remark },
        ]}
      />
      <p className="text-small text-ink-3">
        {replaces === undefined ? t('address.final', { network: chains[chain].name }) : t('address.change_rules')}
      </p>
      {isKeyMissing && <Note tone="neg">{t('address.no_key')}</Note>}
    </PasswordSheet>
  )
}

/** @returns undefined if the phrase is not on this device or has a different password */
async function sign(chain: ChainId, address: string, password: string, replaces: string | undefined) {
  const walletId = currentSession()?.walletId
  const words = walletId && ((await openWords(walletId, password)) ?? (await keepTyped(walletId, password)))
  if (!walletId || !words) return undefined
  const { bindMessage, changeMessage, identityKeyOf, signText } = await import('#identity/sessions/identity-key.ts')
  const key = await identityKeyOf(words)
  if (!key) return undefined
  const issuedAt = Math.floor(wallClock.now().getTime() / 1000)
  const text =
    replaces === undefined
      ? bindMessage(walletId, chain, address, issuedAt)
      : changeMessage(walletId, chain, replaces, address, issuedAt)
  return { issuedAt, signature: signText(text, key) }
}
