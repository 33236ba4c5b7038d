import { addressGroups, ends } from './address-groups.ts'

type AddressTextProps = {
  readonly value: string
  /** Expected length while typing. */
  readonly length?: number | undefined
  /** A similar address; differences are highlighted. */
  readonly unlike?: string | undefined
  readonly className?: string
}

/** Groups an address for visual comparison. Copied text has no spaces. */
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
    // Letter case matters in TRON addresses but not in hex addresses.
    const isSame = other.startsWith('0x') ? letter.toLowerCase() === other[at]?.toLowerCase() : letter === other[at]
    return isSame ? (
      <span key={at}>{letter}</span>
    ) : (
      <mark key={at} className="bg-warn-soft text-warn underline">
        {letter}
      </mark>
    )
  })
