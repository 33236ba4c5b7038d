import type { Fiat } from '#kit/amount/fiats.ts'

export type FiatReading = {
  /** 10⁻¹² currency units per dollar. */
  readonly perDollar: bigint
  /** The source's time, or the time of its answer. */
  readonly at: Date
}

/** Display only: no trade, limit or value uses it. */
export type FiatFeed = {
  readonly name: string
  readonly demo: boolean
  /** Reads all currencies in one query and omits missing ones. @throws if no readable answer arrives in time */
  read(now: Date): Promise<ReadonlyMap<Fiat, FiatReading>>
}
