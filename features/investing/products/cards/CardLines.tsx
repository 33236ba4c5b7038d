import type { OutputOf } from '#kit/wire/contract.ts'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import type { getProduct } from '../../investing.contract.ts'

type Line = OutputOf<typeof getProduct>['card']['lines'][number]

/** Splits at the colon. A line without a heading continues the previous one. */
function cut(text: string): { readonly heading: string; readonly rest: string } {
  const at = text.search(/[:：]/)
  return at < 0 || at > 32
    ? { heading: '', rest: text }
    : { heading: text.slice(0, at), rest: text.slice(at + 1).trim() }
}

/** Keeps the order of "1 / 2 / 4" in right-to-left text. */
const isolated = (params: Line['params']): Line['params'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.includes(' / ') ? `\u2066${value}\u2069` : value]),
  )

/** The id is built here, so all card texts must be loaded. */
const sayLine = (t: ReturnType<typeof useText>, { text, params }: Line): string =>
  t(`card.${text.replace(/^card\./, '')}` as 'card.dual.fees', ...([isolated(params)] as unknown as []))

type EndpointsProps = { readonly lines: readonly Line[] }

export function WorstCase({ lines }: EndpointsProps) {
  const t = useText()
  return lines
    .filter(({ part }) => part === 'worst')
    .map((line) => (
      <Note key={line.text} tone="neg">
        {sayLine(t, line)}
      </Note>
    ))
}

/** Worst case first. */
export function CardLines({ lines }: EndpointsProps) {
  const t = useText()
  const rest = lines.filter((line) => line.part !== 'worst')
  return (
    <div className="grid gap-3">
      <WorstCase lines={lines} />
      <ul className="rows text-small text-ink-2">
        {rest
          .map((line) => sayLine(t, line))
          .map((text, place, all) => {
            const { heading, rest: said } = cut(text)
            const isNew = heading !== '' && heading !== cut(all[place - 1] ?? '').heading
            return (
              <li key={text} className="py-2.5">
                {isNew && <span className="block font-semi text-ink">{heading}</span>}
                <span className="block first-letter:uppercase">{said}</span>
              </li>
            )
          })}
      </ul>
    </div>
  )
}
