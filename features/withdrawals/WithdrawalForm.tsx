import { useState } from 'react'
import type { Coin } from '#kit/amount/coins.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import { wallClock } from '#kit/time/clock.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useKeptFields } from '#ui/draft/use-kept-fields.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { ButtonLink, FormButton, IconLink } from '#ui/form/Button.tsx'
import { PadSummary } from '#ui/form/FormFoot.tsx'
import { type ShowOwn, useShowOwn } from '#ui/form/own-amount.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { SupportLink } from '#ui/show/SupportLink.tsx'
import { AddressText } from '#ui/text/AddressText.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { ClosingNote } from '#ui/text/ClosingNote.tsx'
import { showAmount, showMoment } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import { ConfirmWithdrawal, formOfWithdrawal } from './ConfirmWithdrawal.tsx'
import { type BrokenRule, mostAtOnce, nothingTyped, readAmount, type WithdrawalRules } from './typed-amount.ts'
import { UsualTime } from './UsualTime.tsx'
import { WaitNotes } from './WaitNotes.tsx'
import { WithdrawalRulesCard } from './WithdrawalRulesCard.tsx'
import { withdrawalRules } from './withdrawals.contract.ts'

/** Polling interval while something without a known end delays payments. */
const waitingMs = 10_000

type WithdrawalFormProps = { readonly chain: ChainId; readonly coin: Coin }

export function WithdrawalForm({ chain, coin }: WithdrawalFormProps) {
  const t = useText()
  const showOwn = useShowOwn()
  const read = useRead(
    withdrawalRules,
    { chain, coin },
    { everyMs: (data) => (data?.waits.some(({ until }) => until === null) ? waitingMs : 0) },
  )
  const { fields, isKept, change } = useKeptFields(formOfWithdrawal(chain, coin), { typed: '' })
  const { typed } = fields
  const [asking, setAsking] = useState(false)
  const [openedAt] = useState(() => wallClock.now().getTime())
  const amount = typed.replace(/\.$/, '')
  const rules = read.data
  const reading = rules ? readAmount(typed, rules) : nothingTyped
  const mayAsk = rules?.open && !rules.stop && rules.address && rules.googleBound
  const ready = mayAsk && reading.received && !reading.broken
  return (
    <Screen
      title={t('title.withdraw')}
      up="/pages/wallet/index"
      onRefresh={read.refetch}
      action={
        <IconLink icon="records" label={t('withdraw.list')} to="/pages/wallet/withdraw" query={{ view: 'list' }} />
      }
      foot={
        <>
          {rules && reading.received && !reading.broken && (
            <PadSummary label={t('withdraw.receive')}>
              <AmountText value={reading.received} coin={coin} exact />
            </PadSummary>
          )}
          <FormButton
            disabled={!ready}
            missing={[Boolean(mayAsk) && !/[1-9]/.test(typed) && t('withdraw.amount')]}
            onClick={() => setAsking(true)}
          >
            {t('withdraw.submit')}
          </FormButton>
        </>
      }
    >
      <List>
        <Row
          mark={<CoinIcon asset={coin} size={40} />}
          title={<Num>{`${coin} · ${chains[chain].standard}`}</Num>}
          note={chains[chain].name}
          end={<span className="text-small text-accent-ink">{t('chain.change')}</span>}
          to="/pages/wallet/chain"
          query={{ for: 'withdraw', coin }}
        />
      </List>
      <ReadState read={read} skeleton={<FormSkeleton />}>
        {(data) => (
          <>
            <Obstacles rules={data} unsure={read.isFetching && read.dataUpdatedAt < openedAt} />
            {data.address && <Destination address={data.address} remark={data.remark} />}
            <Card className="grid gap-3 p-4">
              <AmountField
                label={t('withdraw.amount')}
                value={typed}
                onChange={(next) => change({ typed: next })}
                kept={isKept('typed')}
                coin={coin}
                all={mostAtOnce(data)}
                aside={
                  <span className="text-small text-ink-2">
                    {t('withdraw.available')}{' '}
                    <AmountText value={data.available} coin={coin} own className="font-semi" />
                  </span>
                }
                hint={t('withdraw.hint', {
                  minimum: showAmount(data.minimum),
                  coin,
                  left: showOwn(data.dayLeftValue),
                })}
                error={sayBroken(t, reading.broken, data, showOwn)}
              />
              <Received received={reading.broken ? null : reading.received} fee={data.fee} coin={coin} />
              {!reading.reviewed && <UsualTime rules={{ ...data, waits: waitsToSay(data) }} />}
            </Card>
            {reading.reviewed && <Note tone="plain">{t('withdraw.review_soon')}</Note>}
            {!data.stop && <WaitNotes waits={waitsToSay(data)} network={chains[chain].name} upfront={data.open} />}
            <WithdrawalRulesCard rules={data} />
            <ConfirmWithdrawal
              open={asking}
              onClose={() => setAsking(false)}
              rules={data}
              amount={amount}
              received={reading.received ?? '0'}
              reviewed={reading.reviewed}
            />
          </>
        )}
      </ReadState>
    </Screen>
  )
}

const waitsToSay = ({ address, waits }: WithdrawalRules): WithdrawalRules['waits'] =>
  address ? waits : waits.filter(({ reason }) => reason !== 'new_address')

function sayBroken(
  t: Say,
  broken: BrokenRule | undefined,
  rules: WithdrawalRules,
  showOwn: ShowOwn,
): string | undefined {
  const { coin } = rules
  switch (broken?.rule) {
    case undefined:
      return undefined
    case 'minimum':
      return t('withdraw.rule.minimum', { minimum: showAmount(rules.minimum), coin })
    case 'fee':
      return t('withdraw.rule.fee', { fee: showAmount(rules.fee), coin })
    case 'available':
      return t('withdraw.rule.available', { available: showOwn(rules.available), coin })
    case 'maximum':
      return t('withdraw.rule.maximum', { most: showAmount(broken.most) })
    case 'payout':
      return t('withdraw.rule.payout', { most: showAmount(broken.most), coin })
    case 'day_limit':
      return t('withdraw.rule.day_limit', { most: showAmount(broken.most) })
  }
}

type ObstaclesProps = {
  readonly rules: WithdrawalRules
  /** True while cached data is refreshed, so obstacles may be gone. */
  readonly unsure: boolean
}
function Obstacles({ rules, unsure }: ObstaclesProps) {
  const t = useText()
  const { chain, coin, open, opensAt, closesAt, stop } = rules
  const network = chains[chain].name
  const isAlways = opensAt === '00:00' && closesAt === '24:00'
  return (
    <>
      {stop?.by === 'freeze' && (
        <Card className="grid gap-3 p-4">
          <p className="text-small text-neg">{t('withdraw.frozen')}</p>
          <ButtonLink look="quiet" icon="shield" to="/pages/my/security">
            {t('withdraw.to_security')}
          </ButtonLink>
        </Card>
      )}
      {stop?.by === 'ban' && (
        <Note tone="neg">
          <p>{t('withdraw.banned', { until: stop.until ? showMoment(stop.until) : '—' })}</p>
          <p className="mt-1">
            {t('withdraw.reason')} <bdi>{stop.reason}</bdi>
          </p>
          <SupportLink />
        </Note>
      )}
      {!open && (
        <Note tone="neg">
          {isAlways
            ? t('withdraw.closed', { coin, network })
            : t('withdraw.wrong_time', { coin, network, from: opensAt, to: closesAt })}
        </Note>
      )}
      <ClosingNote closing={rules.closing} />
      {unsure && !(rules.googleBound && rules.address) && <Skeleton className="h-24 !rounded-card" />}
      {!unsure && !rules.googleBound && (
        <Card className="grid gap-3 p-4">
          <p className="text-small text-ink-2">{t('withdraw.no_google')}</p>
          <ButtonLink look="quiet" icon="shield" to="/pages/my/google">
            {t('withdraw.bind_google')}
          </ButtonLink>
        </Card>
      )}
      {!unsure && !rules.address && (
        <Card className="grid gap-3 p-4">
          <p className="text-small text-ink-2">{t('withdraw.no_address', { network })}</p>
          <p className="text-small text-ink-2">{t('address.wait')}</p>
          <ButtonLink look="quiet" icon="link" to="/pages/my/address" query={{ chain, coin }}>
            {t('withdraw.bind_address')}
          </ButtonLink>
        </Card>
      )}
    </>
  )
}

function Destination({ address, remark }: { address: string; remark: string }) {
  const t = useText()
  return (
    <Card className="grid gap-1 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
        <h2 className="text-ink-3">{t('withdraw.address')}</h2>
        <span dir="auto" className="min-w-0 truncate font-semi">
          {remark}
        </span>
      </div>
      <AddressText value={address} />
    </Card>
  )
}

function Received({ received, fee, coin }: { received: string | null; fee: string; coin: Coin }) {
  const t = useText()
  return (
    <dl className="grid gap-1 border-t border-line pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <dt className="text-small text-ink-2">{t('withdraw.receive')}</dt>
        <dd className="text-title font-bold" aria-live="polite">
          <AmountText value={received} coin={coin} exact />
        </dd>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
        <dt className="text-ink-2">{t('withdraw.fee')}</dt>
        <dd className="font-semi">
          <AmountText value={fee} coin={coin} exact />
        </dd>
      </div>
    </dl>
  )
}

const FormSkeleton = () => (
  <>
    <Skeleton className="h-24 !rounded-card" />
    <Skeleton className="h-48 !rounded-card" />
    <Skeleton className="h-40 !rounded-card" />
  </>
)
