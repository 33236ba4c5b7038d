/** Looks at one's own proof that found a difference. */
export type Looks = {
  readonly all: number
  /** Those before which nothing new had been recorded. */
  readonly counted: number
  /** The newest record then; empty for none. */
  readonly newest: string
}
export const noLooks: Looks = { all: 0, counted: 0, newest: '' }

const [counts, most] = [3, 12]

/**
 * One look more. A look before which something moved counts for nothing: its balances and records may be of two moments, and nobody who pays
 * little again and again may make a difference of that.
 */
export const looked = ({ all, counted, newest: before }: Looks, newest: string): Looks => ({
  all: all + 1,
  counted: counted + (all === 0 || newest === before ? 1 : 0),
  newest,
})

/** Whether a difference is said now, or looked at once more. */
export const isEnough = ({ all, counted }: Looks): boolean => counted >= counts || all >= most
