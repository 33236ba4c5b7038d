import { Button } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { hrefOf } from '#ui/shell/navigation.ts'
import { type TextId, useText } from '#ui/text/texts.ts'

const points = [
  { icon: 'key', text: 'agreement.words' },
  { icon: 'lock', text: 'agreement.password' },
  { icon: 'invest', text: 'agreement.risk' },
  { icon: 'records', text: 'agreement.terms' },
  { icon: 'up', text: 'agreement.way_out' },
  { icon: 'shield', text: 'agreement.support' },
] as const satisfies readonly { icon: IconName; text: TextId }[]

const articles = [
  { slug: 'user-agreement', text: 'agreement.whole' },
  { slug: 'privacy-policy', text: 'agreement.privacy' },
] as const satisfies readonly { slug: string; text: TextId }[]

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
        <div className="flex flex-wrap gap-x-6">
          {articles.map(({ slug, text }) => (
            <a
              key={slug}
              href={hrefOf('/pages/article/index', { slug })}
              target="_blank"
              rel="noopener"
              className="press inline-flex min-h-11 items-center gap-2 text-small font-semi text-accent-ink underline"
            >
              {t(text)}
              <Icon name="open" size={16} />
            </a>
          ))}
        </div>
        <Button look="quiet" onClick={onClose}>
          {t('agreement.close')}
        </Button>
      </div>
    </Sheet>
  )
}
