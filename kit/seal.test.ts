import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sealPath } from './seal.ts'

it('draws the same seal for the same wallet, another for another', () => {
  expect(sealPath('7F3K91ACD2')).toBe(sealPath('7F3K91ACD2'))
  expect(sealPath('7F3K91ACD2')).not.toBe(sealPath('7F3K91ACD3'))
})

it('stays inside its square and closes, whatever the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const points = sealPath(text).slice(1).split('L')
      for (const point of points)
        for (const place of point.split(' ')) {
          expect(Number(place)).toBeGreaterThanOrEqual(0)
          expect(Number(place)).toBeLessThanOrEqual(100)
        }
      expect(points.at(-1)).toBe(points[0])
    }),
    { numRuns: 40 },
  )
})
