import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/icons.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { type TextId, useText } from '#ui/texts.ts'

const points = [
  { icon: 'key', text: 'agreement.words' },
  { icon: 'lock', text: 'agreement.password' },
  { icon: 'invest', text: 'agreement.risk' },
  { icon: 'records', text: 'agreement.terms' },
  { icon: 'up', text: 'agreement.way_out' },
  { icon: 'shield', text: 'agreement.support' },
] as const satisfies readonly { icon: IconName; text: TextId }[]

/** What a person agrees to, in six sentences. */
export function AgreementSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Sheet open={open} onClose={onClose} title={t('create.agreement')}>
      <div className="grid gap-4">
        <ul className="grid gap-3">
          {points.map(({ icon, text }) => (
            <li key={text} className="flex gap-3 text-ink-2">
              <span className="text-accent-ink">
                <Icon name={icon} size={22} />
              </span>
              <span className="min-w-0 flex-1">{t(text)}</span>
            </li>
          ))}
        </ul>
        <Button look="quiet" onClick={onClose}>
          {t('agreement.close')}
        </Button>
      </div>
    </Sheet>
  )
}
