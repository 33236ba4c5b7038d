import { expect, it } from 'vitest'
import { type Pixels, scaled } from './picture-scale.ts'

const pixelsOf = (rows: readonly (readonly (readonly number[])[])[]): Pixels => ({
  data: new Uint8ClampedArray(rows.flat(2)),
  width: rows[0]?.length ?? 0,
  height: rows.length,
})
const squareOf = (pixels: Pixels, edge: number) => scaled(pixels, { edge, square: true })
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

it('keeps the sides of a picture that is not cut, and makes it no larger', () => {
  const wide = pixelsOf([
    [red, red, blue, blue],
    [red, red, blue, blue],
  ])
  expect(scaled(wide, { edge: 2, square: false })).toEqual(pixelsOf([[red, blue]]))
  expect(scaled(wide, { edge: 9, square: false })).toEqual(wide)
  expect(scaled(pixelsOf([Array.from({ length: 40 }, () => red)]), { edge: 10, square: false })).toMatchObject({
    width: 10,
    height: 1,
  })
})
