import type { ShownWithdrawal } from '#custody/payments/waits/steps.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'

const words = {
  new_address: 'withdraw.wait.new_address',
  security: 'withdraw.wait.security',
  frozen: 'withdraw.wait.frozen',
  banned: 'withdraw.wait.banned',
  review: 'withdraw.wait.review',
  chain: 'withdraw.wait.chain',
  books: 'withdraw.wait.books',
  velocity: 'withdraw.wait.velocity',
  refill: 'withdraw.wait.refill',
} as const

type WaitNotesProps = {
  readonly waits: ShownWithdrawal['waits']
  readonly network: string
  readonly upfront?: boolean
}

export function WaitNotes({ waits, network, upfront = false }: WaitNotesProps) {
  const t = useText()
  if (waits.length === 0) return null
  return (
    <Note>
      <ul className="grid gap-2">
        {waits.map(({ reason, until }) => (
          <li key={reason} className="flex gap-2.5">
            <Icon name="clock" size={18} />
            <span className="min-w-0">
              {/* Some texts name the network; the others ignore it. */}
              {t(words[reason] as 'withdraw.wait.chain', { network })}{' '}
              {/* The texts of a freeze and of a review without an end say when they end. */}
              {reason !== 'frozen' && (until || reason !== 'review') && (
                <strong className="font-bold">
                  {until ? t('withdraw.until', { until: showMoment(until) }) : t('withdraw.until_open')}
                </strong>
              )}
            </span>
          </li>
        ))}
      </ul>
      {upfront && <p className="mt-2">{t('withdraw.waits')}</p>}
    </Note>
  )
}
