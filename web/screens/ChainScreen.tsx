import { depositAddresses } from '#features/deposits/deposits.contract.ts'
import { WithdrawalsUnderWay } from '#features/withdrawals/WithdrawalList.tsx'
import { withdrawalRules } from '#features/withdrawals/withdrawals.contract.ts'
import { type Coin, coins, isCoin } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin, chainIds, chains } from '#kit/chain/chains.ts'
import { useRead } from '#ui/call/use-call.ts'
import { IconLink } from '#ui/form/Button.tsx'
import { Filters } from '#ui/form/Choice.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { changeQuery, go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Chip, Heading } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton, SkeletonRows } from '#ui/show/State.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showAmount, showCount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'

export function ChainScreen() {
  const t = useText()
  const query = useQueryOfScreen()
  const isWithdrawal = query.for === 'withdraw'
  const coin: Coin = query.coin !== undefined && isCoin(query.coin) ? query.coin : 'USDT'
  return (
    <Screen
      title={t(isWithdrawal ? 'title.withdraw' : 'title.recharge')}
      up="/pages/wallet/index"
      action={
        isWithdrawal && (
          <IconLink icon="records" label={t('withdraw.list')} to="/pages/wallet/withdraw" query={{ view: 'list' }} />
        )
      }
    >
      {isWithdrawal && <WithdrawalsUnderWay />}
      <Heading>{t('chain.coin')}</Heading>
      <Filters
        label={t('chain.coin')}
        options={coins.map((each) => ({ value: each, label: each }))}
        value={coin}
        onChange={(next) => changeQuery({ coin: next })}
      />
      <Heading>{t('chain.network')}</Heading>
      <p className="text-small text-ink-3">{t(isWithdrawal ? 'chain.hint_withdraw' : 'chain.hint_recharge')}</p>
      {isWithdrawal ? <WithdrawalNetworks coin={coin} /> : <DepositNetworks coin={coin} />}
    </Screen>
  )
}

type NetworkRowProps = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly minimum: string
  readonly terms: string
  /** Short reason why the chain is unavailable. */
  readonly off: string | undefined
  readonly isUsable: boolean
  readonly isSimulated: boolean
  readonly onChoose: () => void
}

const NetworkIcon = ({ chain }: { chain: ChainId }) => (
  <RowIcon tone="plain">
    <Num className="text-caption font-bold">{chain.toUpperCase()}</Num>
  </RowIcon>
)

function NetworkRow({ chain, coin, minimum, terms, off, isUsable, isSimulated, onChoose }: NetworkRowProps) {
  const t = useText()
  return (
    <Row
      mark={<NetworkIcon chain={chain} />}
      title={chains[chain].name}
      note={
        <>
          <Num>{chains[chain].standard}</Num> {isSimulated && <Chip tone="warn">{t('chain.simulated')}</Chip>}
          <span className="block">{terms}</span>
        </>
      }
      end={off === undefined ? <AmountText value={minimum} coin={coin} className="text-small" /> : <Chip>{off}</Chip>}
      endNote={off === undefined ? t('chain.minimum') : undefined}
      {...(isUsable ? { onPress: onChoose } : {})}
    />
  )
}

function DepositNetworks({ coin }: { coin: Coin }) {
  const t = useText()
  const read = useRead(depositAddresses, {})
  return (
    <ReadState read={read} skeleton={<SkeletonRows rows={2} />}>
      {(data) => (
        <List label={t('chain.network')}>
          {data.chains.map(({ chain, enabled, simulated, confirmations, coins: terms }) => {
            const row = terms.find((each) => each.coin === coin)
            return (
              row && (
                <NetworkRow
                  key={chain}
                  chain={chain}
                  coin={coin}
                  minimum={row.minimum}
                  terms={t('chain.confirmations', { count: showCount(confirmations) })}
                  off={enabled ? (row.open ? undefined : t('chain.closed')) : t('chain.not_connected')}
                  isUsable={enabled}
                  isSimulated={simulated}
                  onChoose={() => go('/pages/wallet/recharge', { coin, chain }, { replace: true })}
                />
              )
            )
          })}
        </List>
      )}
    </ReadState>
  )
}

function WithdrawalNetworks({ coin }: { coin: Coin }) {
  const t = useText()
  const networks = chainIds.filter((chain) => chainCoin(chain, coin))
  return (
    <List label={t('chain.network')} key={coin}>
      {networks.map((chain) => (
        <WithdrawalNetwork key={chain} chain={chain} coin={coin} />
      ))}
    </List>
  )
}

function WithdrawalNetwork({ chain, coin }: { chain: ChainId; coin: Coin }) {
  const t = useText()
  const read = useRead(withdrawalRules, { chain, coin })
  if (!read.data && read.error)
    return (
      <Row
        mark={<NetworkIcon chain={chain} />}
        title={chains[chain].name}
        note={<span role="alert">{t('network.later')}</span>}
        end={<span className="text-small text-accent-ink">{t('state.retry')}</span>}
        onPress={() => void read.refetch()}
        arrow={false}
      />
    )
  if (!read.data)
    return (
      <li className="grid min-h-17 items-center">
        <Skeleton className="h-10 w-full" />
      </li>
    )
  const { minimum, fee, open, simulated } = read.data
  return (
    <NetworkRow
      chain={chain}
      coin={coin}
      minimum={minimum}
      terms={t('chain.fee', { fee: showAmount(fee), coin })}
      off={open ? undefined : t('chain.closed')}
      isUsable
      isSimulated={simulated}
      onChoose={() => go('/pages/wallet/withdraw', { coin, chain }, { replace: true })}
    />
  )
}
