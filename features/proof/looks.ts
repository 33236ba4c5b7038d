export type Looks = {
  readonly all: number
  readonly counted: number
  readonly newest: string
}
export const noLooks: Looks = { all: 0, counted: 0, newest: '' }

const [counts, most] = [3, 12]

/**
 * A check after new movements does not count: balances and records may be from two moments. Otherwise repeated small payments could fake a
 * difference.
 */
export const looked = ({ all, counted, newest: before }: Looks, newest: string): Looks => ({
  all: all + 1,
  counted: counted + (all === 0 || newest === before ? 1 : 0),
  newest,
})

export const isEnough = ({ all, counted }: Looks): boolean => counted >= counts || all >= most
