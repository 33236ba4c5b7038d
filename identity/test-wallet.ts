import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { registerKey } from './sessions/identity-key.store.ts'
import { type IdentityKey, identityKeyOf, newPhrase } from './sessions/identity-key.ts'
import { activateWallet, insertWallet } from './wallet.store.ts'

export type TestWallet = { readonly walletId: WalletId; readonly phrase: string; readonly key: IdentityKey }

export async function testWallet(
  db: Db,
  options: { sponsor?: WalletId; activated?: boolean; at?: Date } = {},
): Promise<TestWallet> {
  const phrase = newPhrase()
  const key = await identityKeyOf(phrase)
  expect(key, 'a new phrase is a phrase')
  const at = options.at ?? new Date(0)
  const walletId = await db.transaction(async (tx) => {
    const id = await insertWallet(tx, { sponsorId: options.sponsor, passwordHash: null, at })
    await registerKey(tx, id, key.publicText, at)
    if (options.activated !== false) await activateWallet(tx, id, at)
    return id
  })
  return { walletId, phrase, key }
}
