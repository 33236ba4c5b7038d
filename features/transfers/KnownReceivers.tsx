import type { Names } from '#ui/contacts.ts'
import { Seal } from '#ui/Seal.tsx'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { WalletId } from '#ui/WalletId.tsx'
import { knownReceivers } from './receivers.ts'
import { transfers } from './transfers.contract.ts'

type KnownReceiversProps = { readonly names: Names; readonly onChoose: (id: string) => void }

/** Whom one named or paid before: a press fills the field. */
export function KnownReceivers({ names, onChoose }: KnownReceiversProps) {
  const t = useText()
  const paid = useRead(transfers, { direction: 'out' }).data?.items ?? []
  const known = knownReceivers(names, paid)
  if (known.length === 0) return null
  return (
    <ul aria-label={t('transfer.known')} className="rows border-t border-line">
      {known.map(({ id, name, nickname }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onChoose(id)}
            className="press flex min-h-14 w-full items-center gap-3 py-2 text-start"
          >
            <Seal id={id} size={36} />
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-semi leading-snug">{name || nickname || <WalletId id={id} />}</bdi>
              {(name || nickname) && (
                <span className="block text-small text-ink-3">
                  <WalletId id={id} />
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
