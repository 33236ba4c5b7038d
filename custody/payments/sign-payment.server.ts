import { keyChangesOf } from '#identity/sessions/identity-key.store.ts'
import { chainCoin } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import { company, held } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { toBaseUnits } from '#outside/chains/evm/erc20.ts'
import type { SignedPayment } from '#outside/chains/signer/acts/signer-payments.ts'
import { SignerRefused } from '#outside/chains/signer/signer-refused.ts'
import type { Attempt, OutgoingTransaction } from '../outgoing/outgoing.store.ts'
import { certificateOf, findBound } from './address/bound-address.store.ts'
import { signaturesOf } from './approving/approvals.store.ts'
import type { Lane, PayerContext } from './lane.server.ts'
import type { Payment } from './payments.store.ts'
import { isReturnable } from './returns.store.ts'

/** The holder's signature authorizes a withdrawal, the approvers' signatures a return. @throws SignerRefused */
export async function getSigned(
  { db, chains }: PayerContext,
  payment: Payment,
  { nonce }: OutgoingTransaction,
  { terms: given }: Attempt,
): Promise<SignedPayment> {
  const { id, chain, coin, receivedUnits, feeUnits, deposit } = payment
  expect(nonce !== null, 'a payment has a place in its lane')
  const fixed =
    'expiration' in given
      ? { tron: given }
      : { feeMaxPerGas: `${given.feeMaxPerGas}`, tipMaxPerGas: `${given.tipMaxPerGas}` }
  const terms = { chain, coin, units: `${receivedUnits}`, nonce, ...fixed }
  const approvals = await signaturesOf(db, id)
  if (deposit) return chains.signer.signReturn({ ...terms, deposit, to: payment.address, approvals })
  const bound = await findBound(db, payment.walletId, chain)
  if (bound?.address !== payment.address) throw new SignerRefused('the destination is not the one this wallet bound')
  return chains.signer.signWithdrawal({
    ...terms,
    id: payment.key,
    feeUnits: `${feeUnits}`,
    approvals,
    certificate: certificateOf(bound),
    successions: await keyChangesOf(db, payment.walletId),
  })
}

/**
 * Checks that the payment can be booked, because signed bytes consume a nonce for good. A return is verified against the chain, so it goes
 * only to its sender. @throws SignerRefused, or a node error
 */
export async function checkPayment({ db }: PayerContext, lane: Lane, payment: Payment): Promise<void> {
  const { coin, units } = payment
  const account = payment.deposit ? company('suspense') : held(payment.walletId)
  if ((await balanceOf(db, account, coin)) < units) throw new SignerRefused('the books do not cover it')
  if (payment.deposit) await checkReturn(db, lane, payment)
}

async function checkReturn(sql: Sql, lane: Lane, payment: Payment): Promise<void> {
  const { id, chain, coin, units, address, deposit } = payment
  const connection = lane.chains.get(chain)
  const terms = chainCoin(chain, coin)
  expect(connection && terms && deposit, 'a return is of a chain of its lane')
  if (!(await isReturnable(sql, id))) throw new SignerRefused('the payment is not in suspense any more')
  const receipt = await connection.port.receipt(deposit.hash)
  const came = receipt?.transfers.find((each) => each.logIndex - receipt.firstLogIndex === deposit.ordinal)
  const isSame =
    receipt?.succeeded &&
    came?.coin === coin &&
    came.from === address &&
    came.to === connection.hotAddress &&
    came.baseUnits >= toBaseUnits(units, terms.decimals)
  if (!isSame) throw new SignerRefused('the chain does not say that this came from there')
}
