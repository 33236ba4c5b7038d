import { useEffect, useState } from 'react'
import type { Coin } from '#kit/amount/coins.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call/call.ts'
import { changeKept, readKept } from '#ui/draft/kept-json.ts'
import { currentSession } from '#ui/session/session.ts'
import { Note } from '#ui/show/Facts.tsx'
import { Skeleton } from '#ui/show/State.tsx'
import { SupportLink } from '#ui/show/SupportLink.tsx'
import { useText } from '#ui/text/texts.ts'
import { DepositAddress } from './DepositAddress.tsx'
import { type depositAddresses, listDepositKeys } from './deposits.contract.ts'

type ShownChain = OutputOf<typeof depositAddresses>['chains'][number]
/** waiting: not certified or checked yet · right: certified for this wallet · wrong, changed: never pay to it. */
type AddressVerdict = 'waiting' | 'right' | 'wrong' | 'changed'

const areKeys = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((key) => typeof key === 'string')

type KeptWord = { readonly publicKey?: string; readonly day?: string; readonly statement?: { readonly day?: string } }
const isAny = (_: unknown): _ is KeptWord | null => true

/** Each installation pins the key; earlier versions pinned it per wallet. @returns undefined if anyone but the signer changed it */
async function trustedKey(): Promise<string | undefined> {
  const { currentDepositKey } = await import('./deposit-keys.ts')
  const pinned = Object.values((await readKept('depositKeys', areKeys)) ?? {})
  const proof = await readKept('ownProof', isAny)
  const log = await readKept('logHead', isAny)
  const companyKeys = [proof, log].flatMap((each) => each?.publicKey ?? [])
  // A log head's day is its statement's, if any.
  const seenDays = [proof?.day, log?.statement?.day].flatMap((day) => day ?? [])
  const listed = await call(listDepositKeys, {}, { quiet: true }).catch((error: unknown) => {
    // Offline, a pinned key stays valid. Without one no address is shown.
    if (pinned.length === 0) throw error
    return undefined
  })
  if (!listed) return pinned.at(-1)
  const key = currentDepositKey({ ...listed, pinned, companyKeys, seenDays })
  if (key !== undefined) await changeKept('depositKeys', areKeys, () => ({ installation: key }))
  return key
}

async function judge(chain: ChainId, address: string, publicKey: string, signature: string): Promise<AddressVerdict> {
  const walletId = currentSession()?.walletId
  if (!walletId) return 'waiting'
  const { isAddressCertified } = await import('#kit/chain/deposit-certificate.ts')
  const family = chains[chain].form
  if (!isAddressCertified({ walletId, family, address }, { publicKey, signature })) return 'wrong'
  return (await trustedKey()) === publicKey ? 'right' : 'changed'
}

function useVerdict({ chain, address, certificate }: ShownChain): AddressVerdict {
  const [verdict, setVerdict] = useState<AddressVerdict>('waiting')
  const publicKey = certificate?.publicKey
  const signature = certificate?.signature
  useEffect(() => {
    let isCurrent = true
    const say = (next: AddressVerdict) => isCurrent && setVerdict(next)
    setVerdict('waiting')
    if (publicKey !== undefined && signature !== undefined)
      judge(chain, address, publicKey, signature).then(say, () => say('waiting'))
    return () => {
      isCurrent = false
    }
  }, [chain, address, publicKey, signature])
  return verdict
}

/** Renders the address only after the device has verified its certificate. */
export function CheckedAddress({ chain, coin }: { readonly chain: ShownChain; readonly coin: Coin }) {
  const t = useText()
  const verdict = useVerdict(chain)
  if (verdict === 'waiting') return <Skeleton className="h-96 !rounded-card" />
  if (verdict !== 'right')
    return (
      <>
        <Note tone="neg">{t(verdict === 'changed' ? 'deposit.key_changed' : 'deposit.uncertified')}</Note>
        <SupportLink query={{ reference: `address-${chain.chain}` }} />
      </>
    )
  return <DepositAddress chain={chain} coin={coin} />
}
