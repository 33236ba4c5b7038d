import { addressGroups, ends } from './address-groups.ts'

type AddressTextProps = {
  readonly value: string
  /** Characters of the whole, while it is still being typed. */
  readonly length?: number | undefined
  /** A similar address: where this one differs from it is marked. */
  readonly unlike?: string | undefined
  readonly className?: string
}

/** A whole address in groups, both ends bold: made to be compared by eye. Selected and copied it has no gaps. */
export function AddressText({ value, length, unlike, className = '' }: AddressTextProps) {
  const groups = addressGroups(value, length)
  const last = (length ?? value.length) - ends
  const starts = groups.map((_, place) => groups.slice(0, place).join('').length)
  return (
    <span className={`num letters text-start leading-relaxed text-ink-2 ${className}`} translate="no">
      {groups.map((group, place) => (
        <span
          key={`${starts[place]}-${group}`}
          className={`me-[.5em] inline-block ${place === 0 || starts[place] === last ? 'font-bold text-ink' : ''}`}
        >
          {unlike === undefined ? group : <Marked text={group} other={unlike} start={starts[place] ?? 0} />}
        </span>
      ))}
    </span>
  )
}

const Marked = ({ text, other, start }: { text: string; other: string; start: number }) =>
  [...text].map((letter, place) => {
    const at = start + place
    // In hex the case of a letter says nothing of the address; on TRON it does.
    const isSame = other.startsWith('0x') ? letter.toLowerCase() === other[at]?.toLowerCase() : letter === other[at]
    return isSame ? (
      <span key={at}>{letter}</span>
    ) : (
      <mark key={at} className="bg-warn-soft text-warn underline">
        {letter}
      </mark>
    )
  })
