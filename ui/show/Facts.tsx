import type { ReactNode } from 'react'
import { Icon } from '../picture/Icon.tsx'
import { useText } from '../text/texts.ts'

export type Fact = {
  readonly label: string
  readonly value: ReactNode
  readonly strong?: boolean
}

const factLines = (facts: readonly Fact[]) =>
  facts.map(({ label, value, strong }) => (
    <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="min-w-0">{label}</dt>
      <dd
        className={`ms-auto min-w-0 text-end font-semi text-ink [overflow-wrap:anywhere] ${strong ? 'text-[min(1.25rem,7vw)]' : ''}`}
      >
        {value}
      </dd>
    </div>
  ))

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid gap-2 rounded-control bg-inset px-4 py-3 text-small text-ink-2">{factLines(facts)}</dl>
)

type FirstFactsProps = {
  readonly facts: readonly Fact[]
  readonly more: readonly Fact[]
  readonly children?: ReactNode
}
export function FirstFacts({ facts, more, children }: FirstFactsProps) {
  const t = useText()
  return (
    <div className="grid rounded-control bg-inset px-4 py-3 text-small text-ink-2">
      <dl className="grid gap-2">{factLines(facts)}</dl>
      {more.length > 0 && (
        <details>
          <summary className="press -mb-3 min-h-11 content-center font-semi text-accent-ink">{t('facts.more')}</summary>
          <dl className="mt-1 grid gap-2">{factLines(more)}</dl>
          {children}
        </details>
      )}
    </div>
  )
}

export const FactGrid = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,34%)),1fr))] gap-px overflow-hidden rounded-card bg-line shadow-card">
    {facts.map(({ label, value }) => (
      <div key={label} className="bg-surface px-4 py-3 last:odd:col-span-full">
        <dt className="text-small text-ink-3 [overflow-wrap:anywhere]">{label}</dt>
        <dd className="font-semi [overflow-wrap:anywhere]">{value}</dd>
      </div>
    ))}
  </dl>
)

export type ChipTone = 'accent' | 'plain' | 'warn' | 'neg'
const tones: Record<ChipTone, string> = {
  accent: 'bg-accent-soft text-accent-ink',
  plain: 'bg-inset text-ink-2',
  warn: 'bg-warn-soft text-warn',
  neg: 'bg-neg-soft text-neg',
}
export const Chip = ({ children, tone = 'plain' }: { children: ReactNode; tone?: ChipTone }) => (
  <span className={`inline-block rounded-pill px-2.5 py-0.5 text-caption font-semi ${tones[tone]}`}>{children}</span>
)

export const Note = ({ children, tone = 'warn' }: { children: ReactNode; tone?: ChipTone }) => (
  <div className={`rounded-control px-4 py-3 text-small font-medium ${tones[tone]}`}>{children}</div>
)

type StepsProps = { readonly label: string; readonly steps: readonly string[]; readonly current: number }
/** `current` starts at 0. */
export const Steps = ({ label, steps, current }: StepsProps) => (
  <ol className="flex flex-wrap gap-2" aria-label={label}>
    {steps.map((step, place) => (
      <li
        key={step}
        aria-current={place === current ? 'step' : undefined}
        className="group relative flex-1 text-center text-caption text-ink-3 aria-[current]:font-semi aria-[current]:text-ink"
      >
        {place < steps.length - 1 && (
          // Connects consecutive numbers with equal outer margins.
          <span
            className={`absolute start-[calc(50%+20px)] -end-[calc(50%-12px)] top-3 h-0.5 ${place < current ? 'bg-accent' : 'bg-line'}`}
          />
        )}
        <span
          className={`num mx-auto mb-1.5 grid! size-6 place-items-center rounded-pill font-semi ${
            place <= current ? 'bg-accent text-on-accent' : 'bg-inset text-ink-2'
          }`}
        >
          {place + 1}
        </span>
        {step}
      </li>
    ))}
  </ol>
)

type HeadingProps = { readonly children: ReactNode; readonly action?: ReactNode }
export const Heading = ({ children, action }: HeadingProps) => (
  <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-3">
    <h2 className="text-title font-semi leading-tight">{children}</h2>
    {action}
  </div>
)

export const RightNote = ({ children }: { children: ReactNode }) => (
  <Note tone="accent">
    <span className="flex items-start gap-2">
      <Icon name="shield" size={20} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  </Note>
)
