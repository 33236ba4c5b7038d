import type { LineId } from '#ledger/posting/lines.ts'
import { exitCodes } from '../terms/power-line.ts'

export type PowerOfLine = {
  readonly line: LineId
  readonly daily: number
  /** Record code of POWER granted at the start, or for a second coin retired at the end. */
  readonly once?: number
  /** Record code of POWER taken back when coins are withdrawn early. */
  readonly back?: number
}

export const powerOfLines: readonly PowerOfLine[] = [
  { line: 'dual', daily: 2, once: 13 },
  { line: 'dual2', daily: 20, back: exitCodes.power },
  { line: 'compound', daily: 9, once: 8, back: 10 },
  { line: 'liquidity', daily: 5, back: exitCodes.power },
  { line: 'acceleration', daily: 14 },
  { line: 'lockup', daily: 24, back: exitCodes.power },
]
