import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { type PictureCategory, pictureCategories } from './picture-terms.ts'

const categories = Object.keys(pictureCategories) as PictureCategory[]
const word = v.pipe(v.string('format'), v.minLength<string, 1, 'required'>(1, 'required'))

/** The type is detected by content; the file name is ignored. */
export const uploadPicture = contract({
  method: 'POST',
  path: '/upload',
  access: 'session',
  summary:
    'Uploads and re-encodes a still JPEG, PNG or WebP (max 5 MB), keeping avatars in the album and chat pictures until sent.',
  input: v.object({
    category: v.pipe(word, v.picklist(categories, 'format')),
    filetype: v.pipe(word, v.picklist(['image'], 'format')),
    file: v.instance(Uint8Array, 'format'),
  }),
  output: v.object({
    picture: v.string(),
    /** Path below the server's address; null if only chat participants may see it. */
    path: v.nullable(v.string()),
  }),
  failures: [
    'upload.illegal',
    'upload.image_failed',
    'upload.failed',
    'upload.too_large',
    'upload.full',
    'request.full',
  ],
  multipart: true,
  counted: 'upload',
  // Uploads may be evidence, so they work in maintenance and while suspended.
  always: true,
  evenWhenStopped: true,
})
