import { expect, it } from 'vitest'
import { type Pixels, squareOf } from './picture-scale.ts'

const pixelsOf = (rows: readonly (readonly (readonly number[])[])[]): Pixels => ({
  data: new Uint8ClampedArray(rows.flat(2)),
  width: rows[0]?.length ?? 0,
  height: rows.length,
})
const red = [255, 0, 0, 255]
const blue = [0, 0, 255, 255]
const nothing = [9, 9, 9, 0]

it('takes the square in the middle', () => {
  expect(squareOf(pixelsOf([[blue, red, blue]]), 10)).toEqual(pixelsOf([[red]]))
  expect(squareOf(pixelsOf([[blue], [red], [blue]]), 10)).toEqual(pixelsOf([[red]]))
})

it('makes a large picture small by the mean of its pixels, and a small one no larger', () => {
  const large = pixelsOf([
    [red, blue, red, red],
    [red, blue, red, red],
    [blue, blue, blue, blue],
    [blue, blue, blue, blue],
  ])
  expect(squareOf(large, 2)).toEqual(
    pixelsOf([
      [[128, 0, 128, 255], red],
      [blue, blue],
    ]),
  )
  expect(squareOf(large, 9)).toEqual(large)
})

it('weighs a colour by how much it covers', () => {
  expect(
    squareOf(
      pixelsOf([
        [red, nothing],
        [red, nothing],
      ]),
      1,
    ),
  ).toEqual(pixelsOf([[[255, 0, 0, 128]]]))
  expect(squareOf(pixelsOf([[nothing]]), 1)).toEqual(pixelsOf([[[0, 0, 0, 0]]]))
})
