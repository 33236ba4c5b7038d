import { CoinMark } from '#ui/CoinMark.tsx'
import type { OrderItem } from './order-texts.tsx'

type PairMarkProps = {
  readonly base: OrderItem['base']
  readonly side: OrderItem['side']
  readonly size?: number
}

/** One coin, or two that go together, the second behind the first. */
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

/** The same in a list: as wide for one coin as for two, so that the words of all rows begin at one line. */
export const PairColumn = ({ base, side }: Pick<PairMarkProps, 'base' | 'side'>) => (
  <span className="grid w-11 flex-none place-items-center">
    <PairMark base={base} side={side} size={side ? 27 : 36} />
  </span>
)
