import { endChange, keepChange, waitingChangesOf } from '#custody/payments/address/address-changes.store.ts'
import { boundAddresses, findBound, keepBound } from '#custody/payments/address/bound-address.store.ts'
import { addressChangeReady, newAddressHoldEnd } from '#custody/payments/withdrawals.ts'
import { confirmGoogleCode } from '#identity/authenticator/authenticator.store.ts'
import { activeKeyOf } from '#identity/sessions/identity-key.store.ts'
import { bindMessage, changeMessage, isSignatureRight } from '#identity/sessions/identity-key.ts'
import { noteSecurityEvent } from '#identity/sessions/security-event.store.ts'
import { lockWallet, type Wallet } from '#identity/wallet.store.ts'
import { type Address, addressLength, addressProblem, keptAddress } from '#kit/chain/address.ts'
import { type ChainId, chainIds, chains } from '#kit/chain/chains.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import { minuteMs } from '#kit/time/clock.ts'
import type { InputOf } from '#kit/wire/contract.ts'
import { implement, implementRead } from '#kit/wire/implement.api.ts'
import { depositAddressOf, isCompanyAddress } from '#outside/chains/keys/deposit-address.store.ts'
import { bindAddress, cancelAddressChange, changeAddress, withdrawalAddresses } from './withdrawals.contract.ts'

/** Maximum difference between the signed time and the server's clock. */
const signatureToleranceMs = 10 * minuteMs

export const withdrawalAddressesApi = implementRead(withdrawalAddresses, async (_, { db, walletId }) => {
  const bound = new Map((await boundAddresses(db, walletId)).map((each) => [each.chain, each]))
  const changes = new Map((await waitingChangesOf(db, walletId)).map((each) => [each.chain, each]))
  const items = chainIds.map((chain) => {
    const { name, standard, form } = chains[chain]
    const mine = bound.get(chain)
    const change = changes.get(chain)
    const shown = mine && {
      address: mine.address,
      remark: mine.remark,
      boundAt: mine.boundAt.toISOString(),
      payableFrom: mine.payableFrom.toISOString(),
      change: change
        ? {
            address: change.newAddress,
            remark: change.remark,
            askedAt: change.askedAt.toISOString(),
            readyAt: change.readyAt.toISOString(),
            confirmed: change.confirmedAt !== null,
          }
        : null,
    }
    return { chain, name, standard, length: addressLength(form), bound: shown ?? null }
  })
  return { items }
})

type Asked = InputOf<typeof bindAddress>

function refuseBadAddress({ chain, address }: Asked): void {
  const { name, form } = chains[chain]
  const problem = addressProblem(form, address)
  if (problem === 'length') fail('funds.address_length', { chain: name, length: `${addressLength(form)}` })
  if (problem === 'format') fail('funds.address_format', { chain: name })
  if (problem === 'checksum') fail('funds.address_checksum')
}

/** Coins sent to our own addresses would return as a deposit or be lost. */
async function refuseCompanyAddress(tx: Tx, { id, serial }: Wallet, chain: ChainId, address: Address): Promise<void> {
  const own = await depositAddressOf(tx, id, serial, chains[chain].form)
  if (own === address || (await isCompanyAddress(tx, address))) fail('funds.same_as_deposit_address')
}

type Signed = Pick<Asked, 'issuedAt' | 'signature'>

/** Requires the holder's exact text and a fresh signature. @returns the signing key. */
async function checkSignature(
  tx: Tx,
  walletId: Wallet['id'],
  { issuedAt, signature }: Signed,
  text: string,
  wall: Date,
): Promise<string> {
  if (Math.abs(issuedAt * 1000 - wall.getTime()) > signatureToleranceMs) fail('request.stale')
  const key = await activeKeyOf(tx, walletId)
  if (!key || !isSignatureRight(text, signature, key)) fail('funds.certificate_wrong')
  return key
}

export const bindAddressApi = implement(bindAddress, async (asked, { tx, walletId, now, wall, secrets, givenCode }) => {
  const { chain, remark, issuedAt, signature } = asked
  const wallet = await lockWallet(tx, walletId)
  if (wallet.frozenAt) fail('identity.frozen')
  refuseBadAddress(asked)
  if (await findBound(tx, walletId, chain)) fail('funds.address_bound', { chain: chains[chain].name })
  const address = keptAddress(chains[chain].form, asked.address)
  await refuseCompanyAddress(tx, wallet, chain, address)
  const text = bindMessage(walletId, chain, asked.address, issuedAt)
  const publicKey = await checkSignature(tx, walletId, asked, text, wall)
  await confirmGoogleCode({ tx, walletId, wall, secrets }, givenCode)
  const payableFrom = newAddressHoldEnd(now)
  const signedAddress = asked.address
  const certificate = { signedAddress, issuedAt, publicKey, signature }
  await keepBound(tx, { walletId, chain, address, remark, ...certificate, boundAt: now, payableFrom })
  await noteSecurityEvent(tx, walletId, 'address', wall)
  return { chain, address, payableFrom: payableFrom.toISOString() }
})

export const changeAddressApi = implement(
  changeAddress,
  async (asked, { tx, walletId, now, wall, secrets, givenCode }) => {
    const { chain, remark, issuedAt, signature } = asked
    const wallet = await lockWallet(tx, walletId)
    if (wallet.frozenAt) fail('identity.frozen')
    refuseBadAddress(asked)
    const bound =
      (await findBound(tx, walletId, chain)) ?? fail('funds.address_not_bound', { chain: chains[chain].name })
    const oldAddress = bound.address
    const newAddress = keptAddress(chains[chain].form, asked.address)
    if (newAddress === oldAddress) fail('funds.address_same')
    if ((await waitingChangesOf(tx, walletId)).some((each) => each.chain === chain)) fail('funds.address_change_open')
    await refuseCompanyAddress(tx, wallet, chain, newAddress)
    const text = changeMessage(walletId, chain, oldAddress, asked.address, issuedAt)
    const publicKey = await checkSignature(tx, walletId, asked, text, wall)
    await confirmGoogleCode({ tx, walletId, wall, secrets }, givenCode)
    const readyAt = addressChangeReady(now)
    const signed = { signedAddress: asked.address, issuedAt, publicKey, signature }
    await keepChange(tx, { walletId, chain, oldAddress, newAddress, remark, ...signed, askedAt: now, readyAt })
    await noteSecurityEvent(tx, walletId, 'address', wall)
    return { chain, address: newAddress, readyAt: readyAt.toISOString() }
  },
)

export const cancelAddressChangeApi = implement(cancelAddressChange, async ({ chain }, { tx, walletId, now }) => {
  await lockWallet(tx, walletId)
  const change = (await waitingChangesOf(tx, walletId)).find((each) => each.chain === chain)
  if (!change) fail('request.data_missing')
  await endChange(tx, change.id, { state: 'cancelled', note: 'taken back by the holder', at: now })
  return { chain }
})
