import { choosePicture, forgetPicture, keepPicture, listPictures } from '#identity/pictures/picture.store.ts'
import { makePicture } from '#identity/pictures/picture-maker.server.ts'
import { pictureCategories, picturePath } from '#identity/pictures/picture-terms.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { isDisputing } from '#otc/disputes.store.ts'
import { changeAvatar, loadAlbum, removePicture } from './upload.contract.ts'

const avatars = { category: 'avatar' } as const

// Processed outside the transaction. A retry makes the same picture, which is stored once.
const uploadPictureApi = implementRead(uploadPicture, async ({ category, file }, { db, walletId, wall }) => {
  const line = (await isDisputing(db, walletId)) ? 'dispute' : 'any'
  const bytes = await makePicture(file, pictureCategories[category], { line })
  const quota = category === 'evidence' && line === 'dispute' ? 'evidence' : 'picture'
  const picture = await db.transaction((tx) => keepPicture(tx, { walletId, category }, bytes, { at: wall, quota }))
  return { picture, path: category === 'avatar' ? picturePath(picture) : null }
})

const loadAlbumApi = implementRead(loadAlbum, async (_input, { db, walletId }) => {
  const pictures = await listPictures(db, { walletId, ...avatars })
  return { items: pictures.map(({ id, at, chosen }) => ({ picture: id, at: at.toISOString(), chosen })) }
})

const changeAvatarApi = implement(changeAvatar, async ({ avatar }, { tx, walletId }) => {
  await choosePicture(tx, { walletId, ...avatars }, avatar)
  return { avatar }
})

const removePictureApi = implement(removePicture, async ({ picture }, { tx, walletId }) => {
  await forgetPicture(tx, { walletId, ...avatars }, picture)
  return { picture }
})

export const uploadCalls: readonly Implementation[] = [
  uploadPictureApi,
  loadAlbumApi,
  changeAvatarApi,
  removePictureApi,
]
