import { describe, expect, it } from 'vitest'
import { type PowerDay, powerOfRows, powerText, readPower } from './power-log.ts'

const previous = 'a'.repeat(64)
const line = (name: string, changes: object = {}) => ({
  ...{ line: name, orders: 5, value: 7n, named: 2n, paid: [{ code: 2, units: 1n, postings: 6 }] },
  ...changes,
})
const day = (...lines: PowerDay['lines']): PowerDay => ({ day: '2026-11-22', previous, lines })

describe('the text of a day of POWER', () => {
  it('is the same in whatever order lines and codes come, and reads back', () => {
    const paid = [3, 2].map((code) => ({ code, units: 1n, postings: 9 }))
    const text = powerText(day(line('lockup', { paid }), line('dual')))
    expect(text).toBe(
      `{"v":"POWER1","day":"2026-11-22","previous":"${previous}","lines":[["dual",5,"7","2",[[2,"1",6]]],["lockup",5,"7","2",[[2,"1",9],[3,"1",9]]]]}`,
    )
    expect(readPower(text)).toEqual(day(line('dual'), line('lockup', { paid: paid.toReversed() })))
  })

  it('hides counts below five', () => {
    const few = line('dual', { orders: 4, paid: [{ code: 2, units: 1n, postings: 4 }] })
    expect(readPower(powerText(day(few))).lines).toEqual([
      line('dual', { orders: 0, paid: [{ code: 2, units: 1n, postings: 0 }] }),
    ])
  })

  it('is refused where its head is of another form', () => {
    const head = { v: 'POWER1', day: '2026-11-22', previous, lines: [] }
    expect(readPower(JSON.stringify(head)).lines).toEqual([])
    for (const changes of [
      { v: 'POWER2' },
      { day: '2026-11-31' },
      { previous: 'a'.repeat(63) },
      { previous: 1 },
      { previous: `${previous}a` },
      { lines: {} },
    ])
      expect(() => readPower(JSON.stringify({ ...head, ...changes })), JSON.stringify(changes)).toThrow('unreadable')
    expect(() => readPower('null')).toThrow('unreadable power')
  })
})

describe('the rows of POWER', () => {
  const read = (...rows: readonly unknown[]) => powerOfRows(JSON.stringify(rows))
  const paid = [2, '1', 6]
  const row = ['dual', 5, '7', '2', [paid]]

  it('are sorted by line, each once', () => {
    expect(read(row, ['lockup', 0, '0', '0', []]).map((each) => each.line)).toEqual(['dual', 'lockup'])
    expect(() => read(['lockup', 0, '0', '0', []], row)).toThrow('order of power')
    expect(() => read(row, row)).toThrow('order of power')
  })

  it('have five fields, a short name and public counts', () => {
    const name = 'd'.repeat(40)
    expect(read([name, ...row.slice(1)])[0]?.line).toBe(name)
    for (const wrong of [
      'dual',
      row.slice(0, 4),
      [...row, 1],
      ['', ...row.slice(1)],
      [`${name}d`, ...row.slice(1)],
      ['Dual', ...row.slice(1)],
      [1, ...row.slice(1)],
      ['dual', 4, '7', '2', []],
      ['dual', 5, 7, '2', []],
      ['dual', 5, '7', '-2', []],
      ['dual', 5, '7', '2', {}],
      ['dual', 5, '7', '2', [2]],
      ['dual', 5, '7', '2', [[2, '1']]],
      ['dual', 5, '7', '2', [[...paid, 1]]],
      ['dual', 5, '7', '2', [['2', '1', 6]]],
      ['dual', 5, '7', '2', [[2, '1', 4]]],
    ])
      expect(() => read(wrong), JSON.stringify(wrong)).toThrow('unreadable')
  })
})
