import type { ShownWithdrawal } from '#custody/payments/steps.ts'
import { Note } from '#ui/Facts.tsx'
import { showMoment } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { useText } from '#ui/texts.ts'

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
  /** Nothing has been asked for yet: says that asking is possible all the same. */
  readonly upfront?: boolean
}

/** Why a withdrawal waits, each reason with its end. */
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
              {/* Some name the network; the others leave it out. */}
              {t(words[reason] as 'withdraw.wait.chain', { network })}{' '}
              {/* A freeze ends when its holder wants: its words say so. */}
              {reason !== 'frozen' && (
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
