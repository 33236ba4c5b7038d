import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import type { OrderItem } from './order-texts.tsx'

type PairIconProps = {
  readonly base: OrderItem['base']
  readonly side: OrderItem['side']
  readonly size?: number
}

export const PairIcon = ({ base, side, size = 36 }: PairIconProps) => (
  <span className="flex flex-none">
    <CoinIcon asset={base} size={size} />
    {side && (
      <span className="-ms-3 rounded-pill shadow-[0_0_0_2px_var(--surface)]">
        <CoinIcon asset={side} size={size} />
      </span>
    )}
  </span>
)

/** Fixed width, so the text of all rows aligns. */
export const PairColumn = ({ base, side }: Pick<PairIconProps, 'base' | 'side'>) => (
  <span className="grid w-11 flex-none place-items-center">
    <PairIcon base={base} side={side} size={side ? 27 : 36} />
  </span>
)
