import { useEffect } from 'react'
import { type Coin, isCoin } from '#kit/amount/coins.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { readAgain, useRead } from '#ui/call/use-call.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Facts, Note } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { Num } from '#ui/text/AmountText.tsx'
import { ClosingNote } from '#ui/text/ClosingNote.tsx'
import { showDuration } from '#ui/text/duration.ts'
import { showAmount, showCount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { BackUpFirst } from './BackUpFirst.tsx'
import { CheckedAddress } from './CheckedAddress.tsx'
import { depositAddresses, deposits } from './deposits.contract.ts'
import { FaucetCard } from './FaucetCard.tsx'
import { PaymentList } from './PaymentList.tsx'

/** Polling interval until the signer certifies the address. */
const certifyingMs = 700

type Addresses = OutputOf<typeof depositAddresses>

/** The user must choose a network deliberately. */
export function DepositScreen() {
  const t = useText()
  const { coin: asked = 'USDT', chain } = useQueryOfScreen()
  const coin: Coin = isCoin(asked) ? asked : 'USDT'
  const read = useRead(
    depositAddresses,
    {},
    {
      everyMs: (data) =>
        data?.chains.some(({ enabled, certificate }) => enabled && certificate === null) ? certifyingMs : 0,
    },
  )
  const isLost = chain === undefined || (read.data && !findPlace(read.data, chain, coin))
  useEffect(() => {
    if (isLost) go('/pages/wallet/chain', { for: 'recharge', coin }, { replace: true })
  }, [isLost, coin])
  const refresh = () => Promise.all([read.refetch(), readAgain(deposits)])
  return (
    <Screen title={t('title.recharge')} up="/pages/wallet/index" onRefresh={refresh}>
      {!isLost && (
        <ReadState read={read} skeleton={<AddressSkeleton />}>
          {(data) => <Place data={data} chain={chain} coin={coin} />}
        </ReadState>
      )}
    </Screen>
  )
}

function findPlace(data: Addresses, chainId: string, coinName: Coin) {
  const chain = data.chains.find((each) => each.chain === chainId)
  const terms = chain?.coins.find(({ coin }) => coin === coinName)
  return chain && terms && { chain, terms }
}

function Place({ data, chain: chainId, coin }: { data: Addresses; chain: string; coin: Coin }) {
  const t = useText()
  const place = findPlace(data, chainId, coin)
  if (!place) return null
  const { chain, terms } = place
  const minimum = showAmount(terms.minimum)
  return (
    <>
      <List>
        <Row
          mark={<CoinIcon asset={coin} size={40} />}
          title={<Num>{`${coin} · ${chain.standard}`}</Num>}
          note={chain.name}
          end={<span className="text-small text-accent-ink">{t('chain.change')}</span>}
          to="/pages/wallet/chain"
          query={{ for: 'recharge', coin }}
        />
      </List>
      {!terms.open && (
        <Note tone="neg">
          {isAlways(terms)
            ? t('deposit.closed', { coin })
            : t('deposit.wrong_time', { coin, from: terms.opensAt, to: terms.closesAt })}
        </Note>
      )}
      <ClosingNote closing={terms.closing} />
      {data.faucet && chain.enabled && <FaucetCard chain={chain.chain} coin={coin} maximum={data.faucetMaximum} />}
      {chain.enabled ? (
        <>
          <BackUpFirst>
            <CheckedAddress chain={chain} coin={coin} />
          </BackUpFirst>
          <Note>{t('deposit.only', { coin, network: chain.name, standard: chain.standard })}</Note>
        </>
      ) : (
        <Note tone="neg">{t('deposit.not_connected', { network: chain.name })}</Note>
      )}
      {chain.simulated && <Note tone="warn">{t('chain.simulated_note', { network: chain.name })}</Note>}
      <Card className="grid gap-3 p-4">
        <Facts
          facts={[
            { label: t('deposit.minimum'), value: `${minimum} ${coin}` },
            { label: t('deposit.confirmations'), value: showCount(chain.confirmations) },
            {
              label: t('usual.credited'),
              value: chain.late ? t('usual.late') : t('usual.after', { time: showDuration(chain.usualSeconds) }),
            },
            { label: t('deposit.open'), value: isAlways(terms) ? t('withdraw.always') : windowText(terms) },
          ]}
        />
        <p className="text-small text-ink-3">{t('deposit.below', { minimum, coin })}</p>
      </Card>
      <PaymentList />
    </>
  )
}

type Terms = Addresses['chains'][number]['coins'][number]
const isAlways = ({ opensAt, closesAt }: Terms): boolean => opensAt === '00:00' && closesAt === '24:00'
const windowText = ({ opensAt, closesAt }: Terms): string => `${opensAt}–${closesAt} UTC`

const AddressSkeleton = () => (
  <>
    <Skeleton className="h-16 !rounded-card" />
    <Skeleton className="h-96 !rounded-card" />
  </>
)
