import { Num } from './AmountText.tsx'

/** A wallet ID in groups that can be read aloud: "7F3K 91AC D2". */
export const WalletId = ({ id, className = '' }: { id: string; className?: string }) => (
  <Num className={`letters ${className}`}>{id.replace(/(.{4})(?=.)/g, '$1 ')}</Num>
)
