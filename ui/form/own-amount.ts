import { useBoot } from '../shell/use-boot.ts'
import { type AmountStyle, showAmount } from '../text/format.ts'

export const covered = '••••••'

export type ShowOwn = (value: string, style?: AmountStyle) => string
const cover: ShowOwn = () => covered

/** Formats the user's amounts, or hides them. Amounts being typed or confirmed are never hidden. */
export const useShowOwn = (): ShowOwn => (useBoot().hide ? cover : showAmount)
