import type { ReservePart, ReserveStatement } from '../../proofs/reserves/reserves.ts'
import type { Published } from '../../proofs/tree/format.ts'

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>
export type Covered = {
  readonly coin: string
  readonly reserves: bigint
  readonly owed: bigint
  readonly venue: bigint
  readonly covered: boolean
  /** In hundredths of a percent, rounded down; null where nothing is owed on chains. */
  readonly ratio: bigint | null
}
export class NoAnswer extends Error {}
export function keccak256(message: Uint8Array): Uint8Array
export function signerOf(text: string, signature: string, name: 'Ethereum' | 'TRON'): Uint8Array
export function readReserves(
  published: Published,
  owing: Published,
  isSigned?: IsSigned,
): Promise<{ said: ReserveStatement; coins: readonly Covered[] }>
export function checkKeys(
  statement: Pick<ReserveStatement, 'epoch'> & { readonly chains: readonly object[] },
): Promise<Readonly<Record<string, string>>>
export function readChain(part: ReservePart, node: string, payers: Readonly<Record<string, string>>): Promise<void>
