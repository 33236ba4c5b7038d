import { isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import { chosenPicture } from '#identity/pictures/picture.store.ts'
import { loadWallet, setNickname } from '#identity/wallet.store.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { loadHomeView } from './home-view.server.ts'
import { loadWalletInfo, renameWallet } from './profile.contract.ts'
import { uploadCalls } from './upload.api.ts'

const loadWalletInfoApi = implementRead(loadWalletInfo, async ({ view }, { db, walletId, now }) => {
  const wallet = await loadWallet(db, walletId)
  return {
    walletId,
    nickname: wallet.nickname,
    avatar: await chosenPicture(db, { walletId, category: 'avatar' }),
    sponsorId: wallet.sponsorId,
    createdAt: wallet.createdAt.toISOString(),
    activated: wallet.activatedAt !== null,
    passwordSet: Boolean(wallet.passwordHash),
    googleBound: await isGoogleBound(db, walletId),
    frozen: wallet.frozenAt !== null,
    home: view === 'home' ? await loadHomeView(db, walletId, now) : null,
  }
})

const renameWalletApi = implement(renameWallet, async ({ nickname }, { tx, walletId }) => {
  await setNickname(tx, walletId, nickname)
  return { nickname }
})

export const profileCalls: readonly Implementation[] = [loadWalletInfoApi, renameWalletApi, ...uploadCalls]
