import { type ChainId, isChain } from '#kit/chain/chains.ts'

export type RecordRef =
  | { readonly kind: 'deposit'; readonly chain: ChainId; readonly hash: string }
  | { readonly kind: 'order' | 'withdrawal' | 'transfer' | 'exchange' | 'otc' | 'ad'; readonly id: string }
  | { readonly kind: 'other'; readonly text: string }

const kinds = {
  order: 'order',
  withdrawal: 'withdrawal',
  transfer: 'transfer',
  trade: 'exchange',
  otc: 'otc',
  ad: 'ad',
} as const
const isNamed = (kind: string): kind is keyof typeof kinds => Object.hasOwn(kinds, kind)

/** Parses "order:12", "withdrawal:7", "transfer:3", "trade:9", "dep:bsc:0x…:0". Other text stays. */
export function readRef(ref: string): RecordRef {
  const [kind = '', first = '', second = ''] = ref.split(':')
  if (kind === 'dep' && isChain(first) && second) return { kind: 'deposit', chain: first, hash: second }
  if (isNamed(kind) && /^\d{1,15}$/.test(first)) return { kind: kinds[kind], id: first }
  return { kind: 'other', text: ref }
}
