import { type ReactNode, useState } from 'react'
import { parseWalletId } from '#identity/wallet-id.ts'
import { maskWalletId, type PaymentLink, type PaymentRequest, readPaymentText } from '#identity/wallet-link.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { cleanLine } from '#kit/text/typed-text.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useContacts } from '#ui/device/contacts.ts'
import { useKeptFields } from '#ui/draft/use-kept-fields.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { FormButton, IconLink } from '#ui/form/Button.tsx'
import { Filters } from '#ui/form/Choice.tsx'
import { Field } from '#ui/form/Field.tsx'
import { type ShowOwn, useShowOwn } from '#ui/form/own-amount.ts'
import { tooLong } from '#ui/form/too-long.ts'
import { Card } from '#ui/shell/List.tsx'
import { changeQuery, go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount, showMoment } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import { ConfirmTransfer, formOfTransfer } from './ConfirmTransfer.tsx'
import { ChosenReceiver } from './receiver/ChosenReceiver.tsx'
import { InviteReceiver } from './receiver/InviteReceiver.tsx'
import { OwnId } from './receiver/OwnId.tsx'
import { People } from './receiver/People.tsx'
import { ReceiverField } from './receiver/ReceiverField.tsx'
import { useReceiver } from './receiver/use-receiver.tsx'
import { Obstacles, TransferRulesCard } from './TransferTerms.tsx'
import { remarkLengthMax, transferRules } from './transfers.contract.ts'
import { mostAtOnce, nothingTyped, readTransfer, type TransferRules, type TypedTransfer } from './typed-transfer.ts'

type TransferFormProps = {
  readonly coin: Coin
  readonly link: PaymentLink
}

export function TransferForm({ coin, link }: TransferFormProps) {
  const t = useText()
  const asked = link === 'broken' ? undefined : link
  const read = useRead(transferRules, { coin })
  const [typedId, setTypedId] = useState('')
  const [isBroken, setBroken] = useState(link === 'broken')
  const [asking, setAsking] = useState(false)
  const found = useReceiver(asked?.to ?? typedId)
  const contacts = useContacts()
  const rules = read.data
  const { id, receiver } = found
  const { fields, isKept, change } = useKeptFields(
    formOfTransfer(id ?? '', coin),
    { typed: '', remark: '' },
    asked?.amount ? { typed: asked.amount } : {},
  )
  const { typed, remark } = fields
  const reading = rules ? readTransfer(typed, rules) : nothingTyped
  const name = contacts.names[id ?? ''] ?? ''
  const heldUntil = receiver?.paidBefore === false && rules?.heldUntil
  const mayAsk = rules?.open && !rules.stop
  const why = found.mayComeLater
    ? t('transfer.not_yet')
    : found.isRefused
      ? t('transfer.cannot')
      : heldUntil
        ? t('transfer.held', { until: showMoment(heldUntil) })
        : false

  const choose = ({ to, coin: wanted = coin, amount }: PaymentRequest) =>
    go('/pages/wallet/conver', { coin: wanted, to, ...(amount ? { amount } : {}) })
  /** Opens payment requests. Other text stays in the field, which shows the error. */
  const take = (text: string, isScanned: boolean) => {
    const request = readPaymentText(text)
    setBroken(request === 'broken')
    if (request && request !== 'broken' && (isScanned || !parseWalletId(text))) choose(request)
    else if (!isScanned) setTypedId(text)
    else setTypedId(request === 'broken' ? '' : text.slice(0, 24))
  }
  const changeCoin = (next: Coin) => {
    changeQuery({ coin: next, amount: undefined })
  }
  return (
    <Screen
      title={t('transfer.title')}
      up="/pages/wallet/index"
      onRefresh={read.refetch}
      action={<IconLink icon="records" label={t('transfer.list')} to="/pages/wallet/conver" query={{ view: 'list' }} />}
      foot={
        id !== undefined && (
          <FormButton
            disabled={!mayAsk || !receiver || reading.amount === null}
            again={found.again}
            // The amount field reports an invalid amount.
            missing={mayAsk && !why ? [!/[1-9]/.test(typed) && t('transfer.amount')] : []}
            why={mayAsk && (why || tooLong(t, remark, remarkLengthMax))}
            onClick={() => setAsking(true)}
          >
            {reading.amount === null
              ? t('transfer.submit')
              : t('transfer.send', { amount: amountWith(reading.amount, coin) })}
          </FormButton>
        )
      }
    >
      {isBroken && typedId === '' && (
        <div role="alert">
          <Note tone="neg">{t('link.broken')}</Note>
        </div>
      )}
      {asked?.amount && asked.coin === coin && (
        <Note>
          <p className="font-semi">
            {t('link.asks', {
              who: name || receiver?.nickname || maskWalletId(asked.to),
              amount: amountWith(asked.amount, coin),
            })}
          </p>
          <p>{t('link.care')}</p>
        </Note>
      )}
      <Card className="grid gap-3 p-4">
        {!asked && (
          <ReceiverField
            value={typedId}
            onChange={(text) => take(text, false)}
            onScan={(text) => take(text, true)}
            found={found}
            isBroken={isBroken && typedId !== ''}
          />
        )}
        <ChosenReceiver
          found={found}
          contacts={contacts}
          onChange={asked && (() => go('/pages/wallet/conver', { coin }, { replace: true }))}
          invite={<InviteReceiver mayInvite={rules?.mayInvite === true} />}
        />
      </Card>
      {id === undefined ? (
        <>
          {rules && <Obstacles rules={rules} />}
          <People names={contacts.names} onChoose={(to) => choose({ to, coin, amount: undefined })}>
            <OwnId coin={coin} />
          </People>
        </>
      ) : (
        <>
          <Filters
            label={t('transfer.coin')}
            options={coins.map((each) => ({ value: each, label: each }))}
            value={coin}
            onChange={changeCoin}
          />
          <ReadState read={read} skeleton={<FormSkeleton />}>
            {(data) => (
              <HowMuch
                rules={data}
                typed={typed}
                kept={isKept('typed')}
                onChange={(next) => change({ typed: next })}
                reading={reading}
                remark={remark}
                onRemark={(next) => change({ remark: next })}
              >
                {receiver && (
                  <ConfirmTransfer
                    open={asking}
                    onClose={() => setAsking(false)}
                    needsCode={reading.needsCode}
                    receiver={receiver}
                    name={name}
                    coin={coin}
                    amount={reading.amount ?? '0'}
                    remark={cleanLine(remark)}
                  />
                )}
              </HowMuch>
            )}
          </ReadState>
        </>
      )}
    </Screen>
  )
}

const amountWith = (amount: string, coin: Coin): string => `${showAmount(amount)}\u00a0${coin}`

type HowMuchProps = {
  readonly rules: TransferRules
  readonly typed: string
  readonly kept: boolean
  readonly onChange: (typed: string) => void
  readonly reading: TypedTransfer
  readonly remark: string
  readonly onRemark: (remark: string) => void
  readonly children: ReactNode
}

function HowMuch({ rules, typed, kept, onChange, reading, remark, onRemark, children }: HowMuchProps) {
  const t = useText()
  return (
    <>
      <Obstacles rules={rules} />
      <Card className="grid gap-4 p-4">
        <TransferAmount typed={typed} kept={kept} onChange={onChange} rules={rules} broken={reading.broken} />
        <Field
          label={t('transfer.remark')}
          hint={t('transfer.remark_hint')}
          value={remark}
          onChange={onRemark}
          most={remarkLengthMax}
          autoComplete="off"
        />
      </Card>
      <TransferRulesCard rules={rules} />
      {children}
    </>
  )
}

type TransferAmountProps = {
  readonly typed: string
  readonly kept: boolean
  readonly onChange: (typed: string) => void
  readonly rules: TransferRules
  readonly broken: TypedTransfer['broken']
}
function TransferAmount({ typed, kept, onChange, rules, broken }: TransferAmountProps) {
  const t = useText()
  const showOwn = useShowOwn()
  const { coin, available, minimumValue, maximumValue } = rules
  return (
    <AmountField
      label={t('transfer.amount')}
      value={typed}
      onChange={onChange}
      kept={kept}
      coin={coin}
      all={mostAtOnce(rules)}
      aside={
        <span className="text-small text-ink-2">
          {t('transfer.available')} <AmountText value={available} coin={coin} own className="font-semi" />
        </span>
      }
      hint={t('transfer.hint', { minimum: showAmount(minimumValue), maximum: showAmount(maximumValue) })}
      error={sayBroken(t, broken, rules, showOwn)}
    />
  )
}

function sayBroken(
  t: Say,
  broken: TypedTransfer['broken'],
  rules: TransferRules,
  showOwn: ShowOwn,
): string | undefined {
  if (broken === undefined) return undefined
  if (broken === 'available')
    return t('transfer.rule.available', { available: showOwn(rules.available), coin: rules.coin })
  if (broken === 'minimum') return t('transfer.rule.minimum', { minimum: showAmount(rules.minimumValue) })
  return t('transfer.rule.maximum', { maximum: showAmount(rules.maximumValue) })
}

const FormSkeleton = () => (
  <>
    <Skeleton className="h-48 !rounded-card" />
    <Skeleton className="h-40 !rounded-card" />
  </>
)
