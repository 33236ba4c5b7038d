import { ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Chip } from '#ui/show/Facts.tsx'
import { AddressText } from '#ui/text/AddressText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showDay, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
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
