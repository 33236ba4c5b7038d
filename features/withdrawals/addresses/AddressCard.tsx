import { AddressText } from '#ui/AddressText.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Chip } from '#ui/Facts.tsx'
import { showDay, showMoment } from '#ui/format.ts'
import { Card } from '#ui/List.tsx'
import { useText } from '#ui/texts.ts'
import type { AddressRow } from '../withdrawals.contract.ts'
import { PendingChange } from './PendingChange.tsx'

export function AddressCard({ row: { chain, name, standard, bound } }: { row: AddressRow }) {
  const t = useText()
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="font-semi leading-snug">
          {name} <span className="text-small font-normal whitespace-nowrap text-ink-3">{standard}</span>
        </h2>
        <Chip tone={bound ? 'accent' : 'plain'}>{t(bound ? 'address.bound' : 'address.unbound')}</Chip>
      </div>
      {bound ? (
        <div className="grid gap-1">
          <div className="-my-1 flex flex-wrap items-center justify-between gap-x-3">
            <h3 className="min-w-0 truncate text-small font-semi text-ink-2">{bound.remark}</h3>
            <CopyButton value={bound.address} label={t('address.copy')} />
          </div>
          <AddressText value={bound.address} />
          <p className="text-small text-ink-3">{t('address.bound_at', { day: showDay(bound.boundAt) })}</p>
          <p className="text-small text-ink-3">
            {t('address.payable_from', { moment: showMoment(bound.payableFrom) })}
          </p>
          <div className="mt-2 grid">
            {bound.change ? (
              <PendingChange chain={chain} change={bound.change} />
            ) : (
              <ButtonLink look="quiet" icon="edit" to="/pages/my/address" query={{ chain, change: 'yes' }}>
                {t('address.change')}
              </ButtonLink>
            )}
          </div>
        </div>
      ) : (
        <ButtonLink look="quiet" icon="link" to="/pages/my/address" query={{ chain }}>
          {t('address.bind')}
        </ButtonLink>
      )}
    </Card>
  )
}
