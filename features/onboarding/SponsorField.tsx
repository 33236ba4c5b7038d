import { linkedWalletId, namedWalletId } from '#identity/wallet-id.ts'
import { plainDashes, tightCode } from '#kit/typed-text.ts'
import { useText } from '#ui/texts.ts'
import { WalletIdField } from '#ui/WalletIdField.tsx'

/** Characters of a wallet ID. */
const idLength = 10

/** What a person typed for an inviter: nothing, part of an ID, one that cannot be, or one whose check character fits. */
export function readSponsor(typed: string): { state: 'none' | 'partial' | 'wrong' | 'right'; id: string } {
  const plain = plainDashes(tightCode(typed)).replaceAll('-', '')
  const id = namedWalletId(typed)
  if (id) return { state: 'right', id }
  return { state: plain === '' ? 'none' : plain.length < idLength ? 'partial' : 'wrong', id: '' }
}

type SponsorFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  /** What is wrong beside a typing error. */
  readonly error?: string | undefined
  /** An unfinished ID is wrong once the button was pressed. */
  readonly checked: boolean
}

/** The inviter's wallet ID; its last character tells a typing error from the rest while one types. */
export function SponsorField({ value, onChange, error, checked }: SponsorFieldProps) {
  const t = useText()
  const { state } = readSponsor(value)
  const mistyped = state === 'wrong' || (checked && state === 'partial')
  return (
    <WalletIdField
      label={t('create.sponsor')}
      value={value}
      onChange={(text) => onChange(linkedWalletId(text) ?? text)}
      error={mistyped ? t('create.sponsor_wrong') : error}
      hint={
        state === 'right' ? (
          <span className="text-accent-ink">{t('create.sponsor_right')}</span>
        ) : (
          t('create.sponsor_why')
        )
      }
    />
  )
}
