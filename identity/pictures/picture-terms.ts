/**
 * Maximum side in pixels, and whether to crop to a square. Chat pictures are visible only to participants; an avatar to anyone with its
 * address. Add new categories to the table's CHECK constraint too.
 */
export const pictureCategories = {
  avatar: { edge: 512, square: true },
  chat: { edge: 1600, square: false },
  evidence: { edge: 1600, square: false },
} as const
export type PictureShape = { readonly edge: number; readonly square: boolean }
export type PictureCategory = keyof typeof pictureCategories

export const albumMax = 9
export const albumRow = 3

export const uploadBytesMax = 5 * 1024 * 1024
/** A decoder needs four bytes per pixel. */
export const pixelsMax = 4096 * 4096
export const sideMax = 8192

export type PictureForm = { readonly width: number; readonly height: number; readonly bytes: Uint8Array }

export const picturePath = (id: string): string => `/pictures/${id}.webp`
