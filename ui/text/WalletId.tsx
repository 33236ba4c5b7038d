import { Num } from './AmountText.tsx'

/** Splits an ID for reading aloud: "7F3K 91AC D2". */
export const idGroups = (id: string): string => id.replace(/(.{4})(?=.)/g, '$1 ')

export const WalletId = ({ id, className = '' }: { id: string; className?: string }) => (
  <Num className={`letters ${className}`}>{idGroups(id)}</Num>
)
