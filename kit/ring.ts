import { addMs } from './clock.ts'

/**
 * A table whose rows serve for a while and are then worth nothing: it has a fixed number of partitions, `<table>_0`, `<table>_1` …, and a
 * row lies in the one its moment belongs to, round and round. So a row always has a place, and what has served is cleared a whole
 * partition at a time, in the same moment whether it holds ten rows or ten million.
 */
export type Ring = {
  readonly table: string
  /** How much time one partition takes up. */
  readonly widthMs: number
  /** How many there are; at least 4. */
  readonly partitions: number
}

/** The partition of a moment. */
export const partitionAt = ({ widthMs, partitions }: Ring, at: Date): number =>
  Math.floor(at.getTime() / widthMs) % partitions

/** How long a row is kept at least: a partition may be ahead (clocks differ), one is being filled, and one is being cleared. */
export const keptMs = ({ widthMs, partitions }: Ring): number => widthMs * (partitions - 3)

/** The one partition nothing living lies in: the one after the next. */
export const spentPartition = (ring: Ring, now: Date): number => partitionAt(ring, addMs(now, 2 * ring.widthMs))
