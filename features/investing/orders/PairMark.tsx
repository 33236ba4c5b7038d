import { CoinMark } from '#ui/CoinMark.tsx'
import type { OrderItem } from './order-texts.tsx'

type PairMarkProps = {
  readonly base: OrderItem['base']
  readonly side: OrderItem['side']
  readonly size?: number
}

export const PairMark = ({ base, side, size = 36 }: PairMarkProps) => (
  <span className="flex flex-none">
    <CoinMark asset={base} size={size} />
    {side && (
      <span className="-ms-3 rounded-pill shadow-[0_0_0_2px_var(--surface)]">
        <CoinMark asset={side} size={size} />
      </span>
    )}
  </span>
)

/** Fixed width, so the text of all rows aligns. */
export const PairColumn = ({ base, side }: Pick<PairMarkProps, 'base' | 'side'>) => (
  <span className="grid w-11 flex-none place-items-center">
    <PairMark base={base} side={side} size={side ? 27 : 36} />
  </span>
)
