import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { moment, nothing } from '#kit/wire/fields.ts'

const required = v.minLength<string, 1, 'required'>(1, 'required')
const word = v.pipe(v.string('format'), required)
const picture = v.pipe(word, v.regex(/^[0-9a-f]{64}$/, 'format'))

export const loadAlbum = contract({
  method: 'GET',
  path: '/my/album',
  access: 'session',
  summary:
    'Lists the wallet’s pictures, newest first, up to a maximum of nine, after which each new picture replaces the oldest.',
  input: nothing,
  output: v.object({
    items: v.array(v.object({ picture: v.string(), at: moment, chosen: v.boolean() })),
  }),
  failures: [],
})

export const changeAvatar = contract({
  method: 'POST',
  path: '/my/avatar',
  access: 'session',
  summary: 'Sets a picture from the album as the avatar.',
  input: v.object({ avatar: picture }),
  output: v.object({ avatar: v.string() }),
  failures: ['request.data_missing'],
})

export const removePicture = contract({
  method: 'POST',
  path: '/my/album-remove',
  access: 'session',
  summary: 'Removes a picture from the album and restores the default seal if the picture was the avatar.',
  input: v.object({ picture }),
  output: v.object({ picture: v.string() }),
  failures: ['request.data_missing'],
  evenWhenStopped: true,
})
