export type Checks = {
  readonly all: number
  readonly counted: number
  readonly newest: string
}
export const noChecks: Checks = { all: 0, counted: 0, newest: '' }

const [counts, most] = [3, 12]

/**
 * Does not count a check after new movements, because its balances and records may be from different moments. Otherwise someone could cause
 * false alarms by small payments.
 */
export const checked = ({ all, counted, newest: before }: Checks, newest: string): Checks => ({
  all: all + 1,
  counted: counted + (all === 0 || newest === before ? 1 : 0),
  newest,
})

export const isEnough = ({ all, counted }: Checks): boolean => counted >= counts || all >= most
