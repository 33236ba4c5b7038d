import { expect, it } from 'vitest'
import { capitalFed, lines, pools, rowOf } from './lines.ts'

it('gives each product line the record types of the specification', () => {
  const codesOf = (line: (typeof lines)[number]) => {
    const shown = rowOf(line).moves.flatMap(([, , , assets, code]) => (code === undefined ? [] : [{ assets, code }]))
    const codes = (of: (asset: string) => boolean) =>
      [...new Set(shown.flatMap(({ assets, code }) => (assets.some(of) ? [code] : [])))].join(' ')
    return [
      codes((asset) => asset !== 'POWER' && asset !== 'CREDIT'),
      codes((asset) => asset === 'POWER'),
      codes((asset) => asset === 'CREDIT'),
    ]
  }
  expect(Object.fromEntries(lines.map((line) => [line, codesOf(line)]))).toEqual({
    dual: ['8 9 15 16 18 112', '2 13', '15 16 117 118'],
    dual2: ['30 31 18 107', '20', ''],
    compound: ['6 12 113', '8 9 10', ''],
    liquidity: ['7 10 13', '5', ''],
    acceleration: ['', '14', ''],
    package: ['108 109 110 0 14', '', ''],
    fund: ['17 19 25 111 115', '', ''],
    lockup: ['106 32 107', '24', ''],
    machine: ['34 35 36', '', ''],
    node: ['38 39 40 114', '', ''],
  })
})

it('never renumbers an account of a line', () => {
  expect(Object.fromEntries(lines.map((line) => [line, Object.values(rowOf(line).accounts)]))).toEqual({
    dual: [3, 4, 5],
    dual2: [26],
    compound: [27, 6],
    liquidity: [28, 7],
    acceleration: [],
    package: [29, 30],
    fund: [31, 8],
    lockup: [32],
    machine: [33, 9],
    node: [34, 10],
  })
})

it('lets company capital fill every pool but the fund’s, which only profit fills, and the compute pool’s', () => {
  expect(pools).toEqual(['dual', 'compound', 'liquidity', 'fund', 'machine', 'node', 'compute'])
  expect(capitalFed).toEqual(['dual', 'compound', 'liquidity', 'machine', 'node'])
})
