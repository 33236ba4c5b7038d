import { describe, expect, it } from 'vitest'
import { sealPixels } from './seal-pixels.ts'

const colours = { ground: '#102030', ink: '#405060', accent: '#708090' }
/** One RGBA hex number per pixel, by rows. */
const rowsOf = (paths: { readonly petals: string; readonly heart: string }, size: number) => {
  const pixels = sealPixels({ ...colours, ...paths }, size)
  const hex = (at: number) => Buffer.from(pixels.subarray(at * 4, at * 4 + 4)).toString('hex')
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => hex(y * size + x)).join(' '))
}

describe('the pixels of a seal', () => {
  it('are a disc, petals on it and a heart on top, smooth at the edges', () => {
    const petals = 'M20.0 20.0L80.0 20.0L80.0 80.0L20.0 80.0Z'
    expect(rowsOf({ petals, heart: 'M50.0 30.0L70.0 70.0L30.0 70.0Z' }, 6)).toEqual([
      '00000000 1020308e 102030ff 102030ff 1020308e 00000000',
      '1020308e 253545ff 304050ff 304050ff 253545ff 1020308e',
      '102030ff 304050ff 556575ff 556575ff 304050ff 102030ff',
      '102030ff 304050ff 6b7b8bff 6b7b8bff 304050ff 102030ff',
      '1020308e 2b3b4bff 405060ff 405060ff 2b3b4bff 1020308e',
      '00000000 1020308e 102030ff 102030ff 1020308e 00000000',
    ])
  })

  it('are filled between each pair of edges of a row, and not between pairs', () => {
    const petals = 'M30.0 20.0L40.0 20.0L40.0 60.0L60.0 60.0L60.0 20.0L70.0 20.0L70.0 80.0L30.0 80.0Z'
    expect(rowsOf({ petals, heart: '' }, 5)).toEqual([
      '1020301c 102030c6 102030ff 102030c6 1020301c',
      '102030c6 304050ff 102030ff 203040ff 102030c6',
      '102030ff 304050ff 102030ff 203040ff 102030ff',
      '102030c6 304050ff 405060ff 203040ff 102030c6',
      '1020301c 102030c6 102030ff 102030c6 1020301c',
    ])
  })

  it('end at the edge of the picture where a path goes on', () => {
    const petals = 'M-20.0 40.0L120.0 40.0L120.0 130.0L-20.0 130.0ZM0.0 0.0L30.0 0.0L30.0 30.0L0.0 30.0Z'
    expect(rowsOf({ petals, heart: '' }, 4)).toEqual([
      '405060ff 203040ff 102030e3 10203055',
      '304050ff 253545ff 203040ff 2e3e4ee3',
      '405060ff 405060ff 405060ff 405060ff',
      '405060ff 405060ff 405060ff 405060ff',
    ])
  })
})
