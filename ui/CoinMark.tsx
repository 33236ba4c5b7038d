import type { Asset } from '#kit/assets.ts'

const marks: Record<Asset, { readonly from: string; readonly to: string; readonly stroke: string }> = {
  USDT: { from: '#0FA37F', to: '#067257', stroke: 'M14 15h16M22 15v15M15 21c4 2.4 10 2.4 14 0' },
  WLD: { from: '#32405F', to: '#0B1530', stroke: 'M22 12a10 10 0 1 0 0 20M13 22h19M22 12a10 10 0 0 1 9.6 7' },
  ATMC: { from: '#F0C75E', to: '#B97A18', stroke: 'M22 12l10 18M22 12L12 30M16 24h12' },
  ATMX: { from: '#5C7CFA', to: '#2B46C7', stroke: 'M14 14l16 16M30 14L14 30' },
  ATM: { from: '#8A93A8', to: '#59678C', stroke: 'M22 13l9 17M22 13l-9 17' },
  POWER: { from: '#2EDB9A', to: '#00754C', stroke: 'M24 11 14 24h7l-1 9 10-13h-7z' },
  CREDIT: { from: '#86AEFF', to: '#1F57CC', stroke: 'M30 16a10 10 0 1 0 0 12M15 22h12' },
}

/** Our own mark of a coin or point; no third party's logo. Decorative: its name stands beside it. */
export function CoinMark({ asset, size = 44 }: { asset: Asset; size?: number }) {
  const { from, to, stroke } = marks[asset]
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
