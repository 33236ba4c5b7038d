/**
 * What pictures are taken for: the longest side each is kept with, in pixels, and whether it is cut to a square. Those of a conversation are
 * shown to whoever takes part in it, by a call of the chat; an avatar to whoever knows its address. Another category adds a row here and a
 * word to the table's check.
 */
export const pictureCategories = {
  avatar: { edge: 512, square: true },
  chat: { edge: 1600, square: false },
  evidence: { edge: 1600, square: false },
} as const
/** How a picture is kept. */
export type PictureShape = { readonly edge: number; readonly square: boolean }
export type PictureCategory = keyof typeof pictureCategories

/** Spec point 9: pictures of an album, and how many of them stand in a row. */
export const albumMax = 9
export const albumRow = 3

/** Bytes of the largest file that is taken. */
export const uploadBytesMax = 5 * 1024 * 1024
/** The most pixels of a picture and of its sides: what a decoder unpacks is four bytes for each. */
export const pixelsMax = 4096 * 4096
export const sideMax = 8192

/** What the bytes of a file say of themselves, and the bytes that are needed to unpack them. */
export type PictureForm = { readonly width: number; readonly height: number; readonly bytes: Uint8Array }

/** The address of a picture. */
export const picturePath = (id: string): string => `/pictures/${id}.webp`
