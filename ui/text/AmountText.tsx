import type { ReactNode } from 'react'
import { covered as coverText } from '../form/own-amount.ts'
import { useBoot } from '../shell/use-boot.ts'
import { type AmountStyle, shorten, showAmount, showPercent } from './format.ts'

/** Digits of fixed width, never mirrored. */
export const Num = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <span className={`num ${className}`}>{children}</span>
)

type AmountTextProps = AmountStyle & {
  /** Decimal string. Null shows a dash. */
  readonly value: string | null | undefined
  readonly coin?: string
  /** The user's own amount, hidden on request. */
  readonly own?: boolean
  /** Shows "≈" for an estimate or converted value. */
  readonly about?: boolean
  readonly large?: boolean
  readonly className?: string
}

const apart = { unicodeBidi: 'isolate' } as const

export function AmountText({
  value,
  coin,
  own = false,
  about = false,
  large = false,
  className = '',
  ...style
}: AmountTextProps) {
  const { hide } = useBoot()
  const unit = coin && (
    <span className={large ? 'ms-1.5 text-[.36em] font-semi tracking-[.02em] opacity-85' : ''}> {coin}</span>
  )
  if (value === null || value === undefined) return <Num className={className}>—</Num>
  const covered = own && hide
  const shown = covered ? coverText : showAmount(value, style)
  const cut = large && !covered ? Math.max(shown.lastIndexOf('.'), shown.lastIndexOf(',')) : -1
  const small = cut > 0 && shown.length - cut < 10
  return (
    <span style={apart} className={className}>
      {about && !covered && '≈\u00a0'}
      <Num className="[overflow-wrap:break-word]">
        {small ? shown.slice(0, cut) : shown}
        {small && <span className="text-[.55em] font-semi tracking-normal opacity-85">{shown.slice(cut)}</span>}
      </Num>
      {unit}
    </span>
  )
}

type ChangeTextProps = {
  /** Decimal fraction: "0.0342" is +3.42 %. */
  readonly share: string | null
  readonly hero?: boolean
  readonly className?: string
}
const pageTones = { up: 'text-up', down: 'text-down', flat: 'text-ink-3' }
const heroTones = { up: 'text-hero-up', down: 'text-hero-down', flat: 'text-hero-ink-2' }
/** 1, -1 or 0. Unknown values count as 0. */
const signOf = (value: string | null | undefined): number =>
  value && /[1-9]/.test(value) ? (value.startsWith('-') ? -1 : 1) : 0
export function signTone(value: string | null | undefined, { hero = false }: { readonly hero?: boolean } = {}): string {
  const tones = hero ? heroTones : pageTones
  const sign = signOf(value)
  return sign > 0 ? tones.up : sign < 0 ? tones.down : tones.flat
}

/** Shows sign and arrow, so color is not the only cue. */
export function ChangeText({ share, hero = false, className = '' }: ChangeTextProps) {
  useBoot()
  if (share === null) return <Num className={`text-ink-3 ${className}`}>—</Num>
  const sign = signOf(share)
  return (
    <span className={`inline-flex items-center gap-1 ${signTone(share, { hero })} ${className}`}>
      {sign !== 0 && (
        <svg width="8" height="7" viewBox="0 0 10 9" aria-hidden="true" className={sign < 0 ? 'rotate-180' : ''}>
          <path d="M5 0l5 9H0z" fill="currentColor" />
        </svg>
      )}
      <Num>{showPercent(share, { signed: true })}</Num>
    </span>
  )
}

export const CodeText = ({
  value,
  short = false,
  className = '',
}: {
  value: string
  short?: boolean
  className?: string
}) => (
  <span className={`num letters [overflow-wrap:anywhere] ${className}`} title={short ? value : undefined}>
    {short ? shorten(value) : value}
  </span>
)
