import type { LineId } from '#ledger/lines.ts'
import { exitCodes } from '../terms/power-line.ts'

/** Record codes of the POWER that moves in the name of a line. */
export type PowerOfLine = {
  readonly line: LineId
  /** Given each day, which is what the terms name. */
  readonly daily: number
  /** Given once: at the start of an order, or for a side coin that is retired at its end. */
  readonly once?: number
  /** Taken back when coins leave before the end. */
  readonly back?: number
}

/** Every line that pays POWER. What it brings those above the holders has codes of its own, and is not what a line pays. */
export const powerOfLines: readonly PowerOfLine[] = [
  { line: 'dual', daily: 2, once: 13 },
  { line: 'dual2', daily: 20, back: exitCodes.power },
  { line: 'compound', daily: 9, once: 8, back: 10 },
  { line: 'liquidity', daily: 5, back: exitCodes.power },
  { line: 'acceleration', daily: 14 },
  { line: 'lockup', daily: 24, back: exitCodes.power },
]
