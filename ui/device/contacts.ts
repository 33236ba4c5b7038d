import { useEffect, useState } from 'react'
import { cleanLine } from '#kit/text/typed-text.ts'
import { changeKept, readKept } from '../draft/kept-json.ts'
import { deviceWallets, useSession } from '../session/session.ts'

export type Names = Readonly<Record<string, string>>
type Kept = Readonly<Record<string, Names>>

/** Limit in user-perceived characters, enforced by the form. */
export const contactLengthMax = 40

const areNames = (value: unknown): value is Names =>
  typeof value === 'object' && value !== null && Object.values(value).every((name) => typeof name === 'string')
const areKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && Object.values(value).every(areNames)

/** Sets a contact name. An empty name removes the contact. Also drops names of forgotten wallets. */
export function renamed(kept: Kept, known: readonly string[], change: { of: string; id: string; name: string }): Kept {
  const { of, id, name } = change
  const names = { ...kept[of], [id]: cleanLine(name) }
  const left = Object.fromEntries(Object.entries(names).filter(([, each]) => each !== ''))
  return Object.fromEntries(
    Object.entries({ ...kept, [of]: left }).filter(
      ([wallet, each]) => known.includes(wallet) && Object.keys(each).length > 0,
    ),
  )
}

const read = async (): Promise<Kept> => (await readKept('contacts', areKept)) ?? {}

/** Contact names, encrypted and only on this device. */
export function useContacts(): { readonly names: Names; name(id: string, name: string): Promise<void> } {
  const walletId = useSession()?.walletId ?? ''
  const [names, setNames] = useState<Names>({})
  useEffect(() => {
    let wanted = true
    void read().then((kept) => wanted && setNames(kept[walletId] ?? {}))
    return () => {
      wanted = false
    }
  }, [walletId])
  const name = async (id: string, given: string) => {
    const known = deviceWallets().map((wallet) => wallet.walletId)
    const kept = await changeKept('contacts', areKept, (now = {}) =>
      renamed(now, known, { of: walletId, id, name: given }),
    )
    setNames(kept[walletId] ?? {})
  }
  return { names, name }
}
