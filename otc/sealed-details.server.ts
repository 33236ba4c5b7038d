import type { WalletId } from '#kit/ids.ts'
import { openSealed, type Secrets, seal } from '#kit/secrets.store.ts'
import type { Details, Sealed } from './methods.ts'

type Key = Pick<Secrets, 'sealKey'>

const sealText = ({ sealKey }: Key, text: string, belongsTo: string): Sealed =>
  Buffer.from(seal(sealKey, Buffer.from(text), belongsTo)).toString('base64url') as Sealed
const openText = ({ sealKey }: Key, sealed: Sealed, belongsTo: string): string =>
  Buffer.from(openSealed(sealKey, Buffer.from(sealed, 'base64url'), belongsTo)).toString()

/** Whose account it is, by which method. What an ad keeps is copied as it is into what is taken of it. */
type Account = { readonly sellerId: WalletId; readonly method: number }
const accountOf = ({ sellerId, method }: Account): string => `otc:account:${sellerId}:${method}`

/** A seller's account, as the database keeps it: whoever has the database alone reads no account and no name. */
export const sealDetails = (key: Key, account: Account, details: Details): Sealed =>
  sealText(key, JSON.stringify(details), accountOf(account))
/** @throws when it was changed, or is of another seller or method */
export const openDetails = (key: Key, account: Account & { readonly details: Sealed }): Details =>
  JSON.parse(openText(key, account.details, accountOf(account))) as Details

const payerOf = (id: bigint): string => `otc:payer:${id}`
/** In whose name a buyer paid, as the database keeps it. */
export const sealPayer = (key: Key, id: bigint, name: string): Sealed => sealText(key, name, payerOf(id))
/** Empty before they said so. @throws when it was changed, or is of another transaction */
export const openPayer = (key: Key, { id, payer }: { readonly id: bigint; readonly payer: Sealed | null }): string =>
  payer === null ? '' : openText(key, payer, payerOf(id))
