import type { ChainId } from '#kit/chain/chains.ts'
import { dayMs } from '#kit/time/clock.ts'
import { type EvmTransaction, payloadHash } from '../../evm/evm-transaction.ts'
import type { SignerJournal } from '../journal/signer-journal.ts'
import type { SignerMind } from '../signer-mind.ts'
import { DayIsFull } from '../signer-refused.ts'
import type { Costs, CountedCap, CountedCaps, GasUse } from './signer-costs.ts'

/** Costs dated after `now` count too, so setting the clock back frees nothing. */
export function capLeft(journal: SignerJournal, caps: CountedCaps, name: CountedCap, now: number): bigint {
  const isLost = journal.fullUntil > now && !freeAfterLoss.has(name)
  const used = journal.costsOf(name).reduce((sum, { units, at }) => (at > now - dayMs ? sum + units : sum), 0n)
  return isLost || used > caps[name] ? 0n : caps[name] - used
}

/** Signed even after a loss of history, because these signatures move no coins. */
const freeAfterLoss: ReadonlySet<CountedCap> = new Set(['reserveBlocks', 'certificates'])

/** @throws DayIsFull if a cost exceeds its cap */
export function checkCosts(journal: SignerJournal, caps: CountedCaps, costs: Costs, now: number): void {
  for (const [name, units] of Object.entries(costs) as [CountedCap, string][])
    if (BigInt(units) > capLeft(journal, caps, name, now))
      throw new DayIsFull(`this is more of ${name} than this signer signs in 24 hours`)
}

/** Cost beyond the transactions already signed for this nonce, because only one can be mined. @param account chain id and gas use */
export function gasCosts(
  journal: SignerJournal,
  use: GasUse,
  chain: ChainId,
  { account, nonce, most }: { readonly account: string; readonly nonce: number; readonly most: bigint },
): Costs {
  const before = journal.gasOf(account, nonce)
  return most > before ? { [`${use}.${chain}`]: `${most - before}` } : {}
}

type Counted = {
  readonly account: string
  readonly transaction: EvmTransaction
  readonly others?: Costs
}

/** Call before signing. The same bytes count once. @throws DayIsFull */
export function countGas(
  { journal, rules, clock }: Required<SignerMind>,
  use: GasUse,
  chain: ChainId,
  { account, transaction, others = {} }: Counted,
): void {
  const payload = payloadHash(transaction)
  if (journal.hasSigned(payload)) return
  const { nonce, gas, feeMaxPerGas } = transaction
  const most = gas * feeMaxPerGas
  const at = clock.now().getTime()
  const costs = { ...gasCosts(journal, use, chain, { account, nonce, most }), ...others }
  checkCosts(journal, rules.dayCaps, costs, at)
  journal.record({ kind: 'gas', payload, gas: { account, nonce, most: `${most}` }, at, costs })
}
