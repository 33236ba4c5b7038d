import { addMs } from '../time/clock.ts'

/**
 * A table of short-lived rows in a fixed number of rotating partitions, `<table>_0`, `<table>_1` … The row's time selects the partition.
 * Expired partitions are truncated whole, at constant cost.
 */
export type RotatingPartitions = {
  readonly table: string
  readonly widthMs: number
  /** At least 4. */
  readonly partitions: number
}

export const partitionAt = ({ widthMs, partitions }: RotatingPartitions, at: Date): number =>
  Math.floor(at.getTime() / widthMs) % partitions

/** Minimum lifetime of a row: one partition may be ahead (clock differences), one is filling, and one is cleared. */
export const keptMs = ({ widthMs, partitions }: RotatingPartitions): number => widthMs * (partitions - 3)

/** The partition after the next, the only one without valid rows. */
export const spentPartition = (ring: RotatingPartitions, now: Date): number =>
  partitionAt(ring, addMs(now, 2 * ring.widthMs))
