import { type AmountStyle, showAmount } from './format.ts'
import { useBoot } from './use-boot.ts'

/** What stands in place of an amount that is covered. */
export const covered = '••••••'

export type ShowOwn = (value: string, style?: AmountStyle) => string
const cover: ShowOwn = () => covered

/** An amount of one's own within a text, covered when the holder covers amounts. What somebody types or confirms right now is never covered. */
export const useShowOwn = (): ShowOwn => (useBoot().hide ? cover : showAmount)
