import { type Asset, markOf } from '#kit/amount/coins.ts'

/** The app's coin icon, never a third-party logo. Decorative. */
export function CoinIcon({ asset, size = 44 }: { asset: Asset; size?: number }) {
  const { from, to, stroke } = markOf(asset)
  return (
    <svg className="block flex-none" width={size} height={size} viewBox="0 0 44 44" aria-hidden="true">
      <defs>
        <linearGradient id={`mark-${asset}`} x2="1" y2="1">
          <stop stopColor={from} />
          <stop offset="1" stopColor={to} />
        </linearGradient>
      </defs>
      <circle cx="22" cy="22" r="22" fill={`url(#mark-${asset})`} />
      <circle cx="22" cy="22" r="18.5" fill="none" stroke="#fff" strokeOpacity=".28" />
      <path d={stroke} fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
