import type { Fiat } from '#kit/fiats.ts'

/** What a source says a US dollar costs in a currency. */
export type FiatReading = {
  /** 10⁻¹² units of the currency for one dollar. */
  readonly perDollar: bigint
  /** When it was so, by the source; for one that does not say, when it answered. */
  readonly at: Date
}

/** Somebody outside who says what currencies cost in dollars. For looking only: no trade, limit or value reads it. */
export type FiatFeed = {
  /** Shown to holders and operators: "Coinbase". */
  readonly name: string
  /** True for one that only exists in the demo. */
  readonly demo: boolean
  /** Asks for all currencies at once; those it does not have, or says no rate of, are left out. @throws when nothing can be read in time */
  read(now: Date): Promise<ReadonlyMap<Fiat, FiatReading>>
}
