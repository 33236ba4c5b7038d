import { openSealed, type Secrets, seal } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Details, Sealed } from './methods.ts'

type Key = Pick<Secrets, 'sealKey'>

const sealText = ({ sealKey }: Key, text: string, belongsTo: string): Sealed =>
  Buffer.from(seal(sealKey, Buffer.from(text), belongsTo)).toString('base64url') as Sealed
const openText = ({ sealKey }: Key, sealed: Sealed, belongsTo: string): string =>
  Buffer.from(openSealed(sealKey, Buffer.from(sealed, 'base64url'), belongsTo)).toString()

/** Additional data of the ciphertext, which a transaction copies from the ad. */
type Account = { readonly sellerId: WalletId; readonly method: number }
const accountOf = ({ sellerId, method }: Account): string => `otc:account:${sellerId}:${method}`

export const sealDetails = (key: Key, account: Account, details: Details): Sealed =>
  sealText(key, JSON.stringify(details), accountOf(account))
/** @throws if the text was changed, or belongs to another seller or method */
export const openDetails = (key: Key, account: Account & { readonly details: Sealed }): Details =>
  JSON.parse(openText(key, account.details, accountOf(account))) as Details

const payerOf = (id: bigint): string => `otc:payer:${id}`
export const sealPayer = (key: Key, id: bigint, name: string): Sealed => sealText(key, name, payerOf(id))
/** @throws if the text was changed, or belongs to another transaction */
export const openPayer = (key: Key, { id, payer }: { readonly id: bigint; readonly payer: Sealed | null }): string =>
  payer === null ? '' : openText(key, payer, payerOf(id))
