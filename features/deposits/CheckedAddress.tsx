import { useEffect, useState } from 'react'
import type { Coin } from '#kit/assets.ts'
import { type ChainId, chains } from '#kit/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { Note } from '#ui/Facts.tsx'
import { changeKept } from '#ui/kept-json.ts'
import { Skeleton } from '#ui/State.tsx'
import { SupportLink } from '#ui/SupportLink.tsx'
import { currentSession } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { DepositAddress } from './DepositAddress.tsx'
import type { depositAddresses } from './deposits.contract.ts'

type ShownChain = OutputOf<typeof depositAddresses>['chains'][number]
/** waiting: not certified yet, or being looked at · right: the signer's word for this wallet · wrong: never to be paid to. */
type AddressVerdict = 'waiting' | 'right' | 'wrong'

const areKeys = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((key) => typeof key === 'string')

/** The signer's key for a wallet as this device first saw it; kept from then on. */
async function pinnedKey(walletId: string, seen: string): Promise<string> {
  const kept = await changeKept('depositKeys', areKeys, (now) => ({ [walletId]: seen, ...now }))
  return kept[walletId] ?? seen
}

async function judge(chain: ChainId, address: string, publicKey: string, signature: string): Promise<AddressVerdict> {
  const walletId = currentSession()?.walletId
  if (!walletId) return 'waiting'
  const { isAddressCertified } = await import('#kit/deposit-certificate.ts')
  const family = chains[chain].form
  if (!isAddressCertified({ walletId, family, address }, { publicKey, signature })) return 'wrong'
  return (await pinnedKey(walletId, publicKey)) === publicKey ? 'right' : 'wrong'
}

/** Whether the signer, whose key this device remembers, calls the address this wallet's own. */
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

/** The address, once the device has checked the signer's word for it; never before. */
export function CheckedAddress({ chain, coin }: { readonly chain: ShownChain; readonly coin: Coin }) {
  const t = useText()
  const verdict = useVerdict(chain)
  if (verdict === 'waiting') return <Skeleton className="h-96 !rounded-card" />
  if (verdict === 'wrong')
    return (
      <>
        <Note tone="neg">{t('deposit.uncertified')}</Note>
        <SupportLink query={{ reference: `address-${chain.chain}` }} />
      </>
    )
  return <DepositAddress chain={chain} coin={coin} />
}
