import { Chip, type ChipTone } from '#ui/show/Facts.tsx'
import { type TextId, useText } from '#ui/text/texts.ts'
import type { CheckState } from './checks.ts'

const chips = {
  right: { tone: 'accent', text: 'proof.chip.right' },
  waiting: { tone: 'plain', text: 'proof.chip.waiting' },
  open: { tone: 'warn', text: 'proof.chip.open' },
  wrong: { tone: 'neg', text: 'proof.chip.wrong' },
  said: { tone: 'plain', text: 'proof.chip.said' },
} as const satisfies Record<CheckState | 'said', { readonly tone: ChipTone; readonly text: TextId }>

export function CheckChip({ state }: { state: CheckState | 'said' }) {
  const t = useText()
  const { tone, text } = chips[state]
  return (
    <span>
      <Chip tone={tone}>{t(text)}</Chip>
    </span>
  )
}
