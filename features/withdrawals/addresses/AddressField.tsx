import { useState } from 'react'
import { type AddressCheck, checkAddress, isConfusable } from '#custody/payments/address/address-check.ts'
import { otherNetwork, readAddress } from '#kit/amount/payment-uri.ts'
import { addressLength } from '#kit/chain/address.ts'
import { type AddressForm, type ChainId, chains } from '#kit/chain/chains.ts'
import { TextArea } from '#ui/form/Field.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { ScanButton } from '#ui/sheet/ScanButton.tsx'
import { toast } from '#ui/show/toasts.ts'
import { AddressText } from '#ui/text/AddressText.tsx'
import { showCount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { BoundRow } from '../withdrawals.contract.ts'

type AddressFieldProps = {
  readonly chain: ChainId
  readonly value: string
  readonly onChange: (value: string) => void
  readonly known: readonly BoundRow[]
}

/** Shows the address in groups for comparison. Errors appear immediately. */
export function AddressField({ chain, value, onChange, known }: AddressFieldProps) {
  const t = useText()
  const { name: network, form } = chains[chain]
  /** Network of the rejected QR code. */
  const [other, setOther] = useState<string | undefined>()
  const length = addressLength(form)
  const check = checkAddress(value, form)
  const twin = check.kind === 'fine' ? known.find(({ bound }) => isConfusable(check.address, bound.address)) : undefined
  const take = (text: string) => {
    const read = readAddress(text)
    const elsewhere = otherNetwork(read, chain)
    setOther(elsewhere)
    if (elsewhere === undefined) onChange(read.address)
  }
  const paste = async () => {
    try {
      take(await navigator.clipboard.readText())
    } catch {
      toast(t('address.paste_failed'), 'bad')
    }
  }
  const problem = useProblem(check, network, value.length, form)
  const refused = other === undefined ? undefined : t('address.problem.other_network', { other, network })
  return (
    <div className="grid gap-2">
      <TextArea
        label={t('address.field', { network })}
        value={value}
        onChange={take}
        rows={2}
        code
        error={refused ?? problem}
        hint={
          check.kind === 'fine'
            ? undefined
            : t('address.count', { count: showCount(value.length), length: showCount(length) })
        }
        aside={
          <div className="-my-3 flex items-center gap-1">
            <ScanButton onScan={take} />
            <button
              type="button"
              onClick={() => void paste()}
              className="press min-h-11 px-1 text-small font-semi text-accent-ink"
            >
              {t('address.paste')}
            </button>
          </div>
        }
      />
      {value !== '' && check.kind !== 'format' && (
        <div className="grid gap-1 rounded-control bg-inset px-4 py-3">
          <p className="text-caption font-semi text-ink-3">{t('address.compare')}</p>
          <AddressText
            value={check.kind === 'fine' ? check.address : value}
            length={length}
            unlike={twin?.bound.address}
          />
          <div role="status">{check.kind === 'fine' && <Verdict isChecked={check.isChecked} />}</div>
        </div>
      )}
      {twin && (
        <p role="alert" className="rounded-control bg-warn-soft px-4 py-3 text-small font-medium text-warn">
          {t('address.look_alike', { network: twin.name })}
        </p>
      )}
    </div>
  )
}

function Verdict({ isChecked }: { isChecked: boolean }) {
  const t = useText()
  return (
    <p className={`flex items-center gap-1.5 text-small font-medium ${isChecked ? 'text-accent-ink' : 'text-warn'}`}>
      <Icon name={isChecked ? 'check' : 'warn'} size={18} />
      {t(isChecked ? 'address.checked' : 'address.unchecked')}
    </p>
  )
}

function useProblem(check: AddressCheck, network: string, count: number, form: AddressForm): string | undefined {
  const t = useText()
  const length = showCount(addressLength(form))
  if (check.kind === 'long') return t('address.problem.long', { count: showCount(count), length })
  if (check.kind === 'format')
    return t(form === 'tron' ? 'address.problem.format_tron' : 'address.problem.format', { network })
  if (check.kind === 'checksum') return t('address.problem.checksum')
  return undefined
}
