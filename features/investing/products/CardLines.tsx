import type { OutputOf } from '#kit/wire/contract.ts'
import { Note } from '#ui/Facts.tsx'
import { useText } from '#ui/texts.ts'
import type { getProduct } from '../investing.contract.ts'

type Line = OutputOf<typeof getProduct>['card']['lines'][number]

/** A product's card: the worst case first, in its own colour, then the rest in the order the terms name it. */
export function CardLines({ lines }: { lines: readonly Line[] }) {
  const t = useText()
  const sayLine = (line: Line) => t(line.text as 'card.dual.fees', ...([line.params] as unknown as []))
  const worst = lines.filter((line) => line.part === 'worst')
  const rest = lines.filter((line) => line.part !== 'worst')
  return (
    <div className="grid gap-3">
      {worst.map((line) => (
        <Note key={line.text} tone="neg">
          {sayLine(line)}
        </Note>
      ))}
      <ul className="grid gap-2 text-small text-ink-2">
        {rest.map((line) => (
          <li key={line.text}>{sayLine(line)}</li>
        ))}
      </ul>
    </div>
  )
}
