import type { ReactNode } from 'react'
import type { WalletId } from '#kit/text/ids.ts'
import { useRead } from '#ui/call/use-call.ts'
import type { Names } from '#ui/device/contacts.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { SkeletonRows } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { WalletId as IdText } from '#ui/text/WalletId.tsx'
import { transfers } from '../transfers.contract.ts'
import { knownReceivers } from './receivers.ts'

type PeopleProps = {
  readonly names: Names
  readonly onChoose: (id: WalletId) => void
  /** Shown below once the people are known, so that it stays in place. */
  readonly children: ReactNode
}

export function People({ names, onChoose, children }: PeopleProps) {
  const t = useText()
  const read = useRead(transfers, { direction: 'out' })
  const known = knownReceivers(names, read.data?.items ?? [])
  if (known.length === 0 && read.isPending && !read.error) return <SkeletonRows rows={3} />
  return (
    <>
      <section className="grid gap-2">
        <h2 className="mt-2 text-title font-semi leading-tight">{t('transfer.known')}</h2>
        {known.length === 0 ? (
          <p className="text-small text-ink-3">{t('transfer.known_none')}</p>
        ) : (
          <ul aria-label={t('transfer.known')} className="rows rounded-card bg-surface px-4 py-1 shadow-card">
            {known.map(({ id, name, nickname }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onChoose(id as WalletId)}
                  className="press flex min-h-16 w-full items-center gap-3 py-2 text-start"
                >
                  <Avatar id={id} src={undefined} size={44} />
                  <span className="min-w-0 flex-1">
                    <bdi className="block truncate font-semi leading-snug">
                      {name || nickname || <IdText id={id} />}
                    </bdi>
                    {(name || nickname) && (
                      <span className="block text-small text-ink-3">
                        <IdText id={id} />
                      </span>
                    )}
                  </span>
                  <span className="text-ink-3">
                    <Icon name="next" size={18} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {children}
    </>
  )
}
