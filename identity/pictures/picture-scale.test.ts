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
  expect(squareOf(pixelsOf([[[100, 50, 20, 1]]]), 1)).toEqual(pixelsOf([[[100, 50, 20, 1]]]))
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

it('cuts off as much on both sides, one pixel less at the left and the top where that is odd', () => {
  const columns = [10, 20, 30, 40, 50, 60].map((shade) => [shade, 1, 2, 255])
  expect(squareOf(pixelsOf([columns.slice(0, 4)]), 9)).toEqual(pixelsOf([[columns[1] ?? []]]))
  expect(squareOf(pixelsOf(columns.slice(0, 4).map((pixel) => [pixel])), 9)).toEqual(pixelsOf([[columns[1] ?? []]]))
  expect(squareOf(pixelsOf([columns, columns]), 9)).toEqual(pixelsOf([columns.slice(2, 4), columns.slice(2, 4)]))
})

it('gives each pixel a field of whole pixels: of five the first two and the last three', () => {
  const rows = [0, 1, 2].map((y) => [0, 1, 2, 3, 4].map((x) => [10 * x + y, 100 + 10 * x, 200 + y, 255]))
  const columns = [0, 1, 2, 3, 4].map((x) => rows.map((row) => row[x] ?? []))
  const [first, last] = [
    [6, 105, 201, 255],
    [31, 130, 201, 255],
  ]
  expect(scaled(pixelsOf(rows), { edge: 2, square: false })).toEqual(pixelsOf([[first, last]]))
  expect(scaled(pixelsOf(columns), { edge: 2, square: false })).toEqual(pixelsOf([[first], [last]]))
})

it('rounds the shorter side, to one pixel at least', () => {
  const sized = (width: number, height: number, edge: number) => {
    const shape = scaled(pixelsOf(Array.from({ length: height }, () => Array.from({ length: width }, () => red))), {
      edge,
      square: false,
    })
    return [shape.width, shape.height]
  }
  expect(sized(10, 5, 5)).toEqual([5, 3])
  expect(sized(5, 10, 5)).toEqual([3, 5])
  expect(sized(10, 4, 3)).toEqual([3, 1])
  expect(sized(1, 40, 10)).toEqual([1, 10])
})
