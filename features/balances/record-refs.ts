import { type ChainId, isChain } from '#kit/chains.ts'

/** What a record belongs to, as its `ref` says. */
export type RecordRef =
  | { readonly kind: 'deposit'; readonly chain: ChainId; readonly hash: string }
  | { readonly kind: 'order' | 'withdrawal'; readonly id: string }
  | { readonly kind: 'other'; readonly text: string }

/** Reads "order:12", "withdrawal:7", "dep:bsc:0x…:0". Anything else is given back as it is. */
export function readRef(ref: string): RecordRef {
  const [kind, first = '', second = ''] = ref.split(':')
  if (kind === 'dep' && isChain(first) && second) return { kind: 'deposit', chain: first, hash: second }
  if ((kind === 'order' || kind === 'withdrawal') && first) return { kind, id: first }
  return { kind: 'other', text: ref }
}
