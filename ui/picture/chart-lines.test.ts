import { describe, expect, it } from 'vitest'
import { nearestTo, pointAfter, scaleOf, spotsOf } from './chart-lines.ts'

describe('the scale of a chart', () => {
  it('has round lines inside the values it shows', () => {
    expect(scaleOf([1.23, 1.26]).ticks).toEqual([1.23, 1.24, 1.25, 1.26])
    expect(scaleOf([0, 1540.33]).ticks).toEqual([0, 500, 1000, 1500])
    expect(scaleOf([49_985.99, 50_000]).ticks).toEqual([49_985, 49_990, 49_995, 50_000])
  })
  it('puts a value that never changes into the middle', () => {
    const { low, high } = scaleOf([5, 5])
    expect((low + high) / 2).toBeCloseTo(5)
    expect(scaleOf([0, 0]).ticks).toContain(0)
  })
  it('never has more than five lines', () => {
    for (const values of [
      [0.001, 0.0019],
      [3, 7],
      [1, 1_000_000],
      [-5, 5],
      [0.99, 1.01],
    ])
      expect(scaleOf(values).ticks.length).toBeLessThanOrEqual(5)
  })
})

describe('the points of a chart', () => {
  const points = [
    { at: '2026-11-22T00:00:00Z', value: '1' },
    { at: '2026-11-22T06:00:00Z', value: '3' },
    { at: '2026-11-23T00:00:00Z', value: '2' },
  ]
  it('stand by their time, the highest on top', () => {
    const spots = spotsOf(points, { low: 1, high: 3, ticks: [] })
    expect(spots).toEqual([
      { x: 0, y: 100 },
      { x: 25, y: 0 },
      { x: 100, y: 50 },
    ])
  })
  it('are found by the nearest place', () => {
    const spots = spotsOf(points, { low: 1, high: 3, ticks: [] })
    expect([0, 12, 13, 62, 63, 100].map((x) => nearestTo(spots, x))).toEqual([0, 0, 1, 1, 2, 2])
  })
  it('are walked by keys, and not past the ends', () => {
    expect(pointAfter('ArrowRight', 0, 3)).toBe(1)
    expect(pointAfter('ArrowRight', 2, 3)).toBe(2)
    expect(pointAfter('ArrowLeft', 0, 3)).toBe(0)
    expect(pointAfter('End', 0, 3)).toBe(2)
    expect(pointAfter('Home', 2, 3)).toBe(0)
    expect(pointAfter('PageUp', 10, 100)).toBe(20)
    expect(pointAfter('a', 0, 3)).toBeUndefined()
  })
})
