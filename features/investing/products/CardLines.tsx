import type { OutputOf } from '#kit/wire/contract.ts'
import { Note } from '#ui/Facts.tsx'
import { useText } from '#ui/texts.ts'
import type { getProduct } from '../investing.contract.ts'

type Line = OutputOf<typeof getProduct>['card']['lines'][number]

/** "Fees: none." as its heading and what it says; a line without a heading goes on from the one before. */
function cut(text: string): { readonly heading: string; readonly rest: string } {
  const at = text.search(/[:：]/)
  return at < 0 || at > 32
    ? { heading: '', rest: text }
    : { heading: text.slice(0, at), rest: text.slice(at + 1).trim() }
}

/** Several figures in a row ("1 / 2 / 4") keep their order where one reads from right to left. */
const isolated = (params: Line['params']): Line['params'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.includes(' / ') ? `\u2066${value}\u2069` : value]),
  )

/** A line in the reader's language: which text it is, only the card knows. Its id is put together here, so that the texts of all cards are loaded. */
const sayLine = (t: ReturnType<typeof useText>, { text, params }: Line): string =>
  t(`card.${text.replace(/^card\./, '')}` as 'card.dual.fees', ...([isolated(params)] as unknown as []))

type LinesProps = { readonly lines: readonly Line[] }

/** What can go wrong at worst, in its own colour: said on the card, and once more right before the coins go in. */
export function WorstCase({ lines }: LinesProps) {
  const t = useText()
  return lines
    .filter(({ part }) => part === 'worst')
    .map((line) => (
      <Note key={line.text} tone="neg">
        {sayLine(t, line)}
      </Note>
    ))
}

/** A product's card: the worst case first, in its own colour, then the rest in the order the terms name it. */
export function CardLines({ lines }: LinesProps) {
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
            // Several formulas in a row stand under one heading.
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
