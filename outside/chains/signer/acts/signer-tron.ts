import type { TronTerms } from '../../port.ts'
import type { TronTransaction } from '../../tron/transaction.ts'
import { SignerRefused } from '../signer-refused.ts'

/** Per TRON transaction: burns at most a hundred TRX and stays valid for at most an hour. */
const feeLimitCap = 100_000_000n
const lifeCapMs = 3_600_000

/** @throws SignerRefused if invalid */
export function readTerms(terms: TronTerms | undefined): Omit<TronTransaction, 'contract'> {
  if (!terms) throw new SignerRefused('the terms of the transaction are missing')
  const { refBlockBytes, refBlockHash, timestamp, expiration } = terms
  const feeLimit = BigInt(terms.feeLimit)
  if (feeLimit < 0n || feeLimit > feeLimitCap) throw new SignerRefused('the fee is above the cap of this signer')
  if (![timestamp, expiration].every((at) => Number.isSafeInteger(at) && at > 0))
    throw new SignerRefused('the moments of the transaction do not make sense')
  if (expiration <= timestamp || expiration > timestamp + lifeCapMs)
    throw new SignerRefused('the transaction would stay good for too long')
  if (!/^[0-9a-f]{4}$/.test(refBlockBytes) || !/^[0-9a-f]{16}$/.test(refBlockHash))
    throw new SignerRefused('the reference to a block does not make sense')
  return { refBlockBytes, refBlockHash, timestamp, expiration, feeLimit }
}
