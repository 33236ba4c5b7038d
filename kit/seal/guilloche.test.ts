import fc from 'fast-check'
import { expect, it } from 'vitest'
import { guillochePath } from './guilloche.ts'

it('draws the same lines for the same text, another for another', () => {
  expect(guillochePath('7F3K91ACD2')).toBe(guillochePath('7F3K91ACD2'))
  expect(guillochePath('7F3K91ACD2')).not.toBe(guillochePath('7F3K91ACD3'))
})

it('stays inside its square and closes, whatever the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const points = guillochePath(text).slice(1).split('L')
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

it('takes wheels, arm and points from the FNV-1a hash of the text', () => {
  for (const [walletId, points, fiftieth] of [
    ['7F3K91AC13', 216, '66703.5 43222.7'],
    ['7F3K91AC14', 216, '52619.8 8919.3'],
    ['7F3K91AC02', 288, '60822.8 50536.6'],
    ['7F3K91AC01', 144, '27571.4 12909.6'],
    ['7F3K91AC17', 216, '28228.5 32253.1'],
    ['7F3K91AC07', 288, '46099.9 5998.6'],
    ['7F3K91AC06', 216, '46656.4 29751.6'],
    ['7F3K91AC05', 360, '68364.9 35385.6'],
    ['7F3K91AC04', 360, '57592.8 13024.2'],
    ['7F3K91AC21', 288, '24985.5 27868.2'],
    ['7F3K91AC11', 360, '41403.9 5515.7'],
    ['7F3K91AC09', 288, '50886.1 27481.1'],
  ] as const) {
    const drawn = guillochePath(walletId, 100_000).slice(1).split('L')
    expect([drawn.length - 1, drawn[0], drawn[50]], walletId).toEqual([points, '96000.0 50000.0', fiftieth])
  }
  expect(guillochePath('7F3K91AC13')).toMatch(/^M96\.0 50\.0L/)
})
