import { linkedWalletId, namedWalletId } from '#identity/wallet-id.ts'
import { plainDashes, tightCode } from '#kit/text/typed-text.ts'
import { WalletIdField } from '#ui/form/WalletIdField.tsx'
import { useText } from '#ui/text/texts.ts'

const idLength = 10

export function readSponsor(typed: string): { state: 'none' | 'partial' | 'wrong' | 'right'; id: string } {
  const plain = plainDashes(tightCode(typed)).replaceAll('-', '')
  const id = namedWalletId(typed)
  if (id) return { state: 'right', id }
  return { state: plain === '' ? 'none' : plain.length < idLength ? 'partial' : 'wrong', id: '' }
}

type SponsorFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly checked: boolean
}

/** The check character of the ID reveals typing errors immediately. */
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
