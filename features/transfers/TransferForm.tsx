import { useState } from 'react'
import { type Coin, coins } from '#kit/assets.ts'
import { cleanLine } from '#kit/typed-text.ts'
import { AmountField } from '#ui/AmountField.tsx'
import { AmountText } from '#ui/AmountText.tsx'
import { ButtonLink, FormButton, IconLink } from '#ui/Button.tsx'
import { Filters } from '#ui/Choice.tsx'
import { ClosingNote } from '#ui/ClosingNote.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useContacts } from '#ui/contacts.ts'
import { Facts, Heading, Note } from '#ui/Facts.tsx'
import { Field } from '#ui/Field.tsx'
import { showAmount, showMoment } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Card, List, Row, RowMark } from '#ui/List.tsx'
import { changeQuery } from '#ui/navigation.ts'
import { type ShowOwn, useShowOwn } from '#ui/own-amount.ts'
import { Screen } from '#ui/Screen.tsx'
import { Seal } from '#ui/Seal.tsx'
import { ReadState, Skeleton } from '#ui/State.tsx'
import { useSession } from '#ui/session.ts'
import { type Say, useText } from '#ui/texts.ts'
import { tooLong } from '#ui/too-long.ts'
import { useRead } from '#ui/use-call.ts'
import { WalletId } from '#ui/WalletId.tsx'
import { ConfirmTransfer } from './ConfirmTransfer.tsx'
import { readRequest } from './payment-request.ts'
import { ReceiverField, useReceiver } from './ReceiverField.tsx'
import { remarkLengthMax, transferRules } from './transfers.contract.ts'
import { mostAtOnce, nothingTyped, readTransfer, type TransferRules, type TypedTransfer } from './typed-transfer.ts'

type TransferFormProps = {
  readonly coin: Coin
  /** A receiver that came with the address, e.g. from a QR code. */
  readonly to: string
  /** An amount that came with it. */
  readonly amount: string
}

/** Pays another wallet. Every rule stands there before anything is typed, and a value says which one it breaks. */
export function TransferForm({ coin, to, amount }: TransferFormProps) {
  const t = useText()
  const read = useRead(transferRules, { coin })
  const [typedId, setTypedId] = useState(to)
  const [typed, setTyped] = useState(amount)
  const [remark, setRemark] = useState('')
  const [asking, setAsking] = useState(false)
  const found = useReceiver(typedId)
  const contacts = useContacts()
  const rules = read.data
  const reading = rules ? readTransfer(typed, rules) : nothingTyped
  const { receiver } = found
  const isHeld = Boolean(rules?.heldUntil) && receiver?.paidBefore === false
  const mayAsk = rules?.open && !rules.stop
  const ready = mayAsk && receiver && !isHeld && reading.amount !== null
  const choose = (next: Coin) => {
    setTyped('')
    changeQuery({ coin: next })
  }
  const takeScanned = (text: string) => {
    const asked = readRequest(text)
    // What is no wallet ID stands in the field as well, where it is said to be wrong.
    setTypedId(asked?.to ?? text)
    if (asked?.coin) changeQuery({ coin: asked.coin })
    if (asked?.amount) setTyped(asked.amount)
  }
  return (
    <Screen
      title={t('transfer.title')}
      up="/pages/wallet/index"
      onRefresh={read.refetch}
      action={<IconLink icon="records" label={t('transfer.list')} to="/pages/wallet/conver" query={{ view: 'list' }} />}
      foot={
        <FormButton
          disabled={!ready}
          again={found.again}
          // What was typed and is refused is said by its field.
          missing={
            mayAsk ? [!found.isWhole && t('transfer.receiver'), !/[1-9]/.test(typed) && t('transfer.amount')] : []
          }
          why={tooLong(t, remark, remarkLengthMax)}
          onClick={() => setAsking(true)}
        >
          {t('transfer.submit')}
        </FormButton>
      }
    >
      <Filters
        label={t('transfer.coin')}
        options={coins.map((each) => ({ value: each, label: each }))}
        value={coin}
        onChange={choose}
      />
      {amount !== '' && <Note>{t('transfer.asked')}</Note>}
      <Card className="p-4">
        <ReceiverField value={typedId} onChange={setTypedId} onScan={takeScanned} contacts={contacts} found={found} />
      </Card>
      <ReadState read={read} skeleton={<FormSkeleton />}>
        {(data) => (
          <>
            <Obstacles rules={data} />
            <Card className="grid gap-4 p-4">
              <TransferAmount typed={typed} onChange={setTyped} rules={data} broken={reading.broken} />
              <Field
                label={t('transfer.remark')}
                hint={t('transfer.remark_hint')}
                value={remark}
                onChange={setRemark}
                most={remarkLengthMax}
                autoComplete="off"
              />
            </Card>
            <TransferRulesCard rules={data} />
            <OwnId coin={coin} />
            {receiver && (
              <ConfirmTransfer
                open={asking}
                onClose={() => setAsking(false)}
                needsCode={reading.needsCode}
                receiver={receiver}
                name={contacts.names[receiver.receiverId] ?? ''}
                coin={coin}
                amount={reading.amount ?? '0'}
                remark={cleanLine(remark)}
              />
            )}
          </>
        )}
      </ReadState>
    </Screen>
  )
}

type TransferAmountProps = {
  readonly typed: string
  readonly onChange: (typed: string) => void
  readonly rules: TransferRules
  readonly broken: TypedTransfer['broken']
}
function TransferAmount({ typed, onChange, rules, broken }: TransferAmountProps) {
  const t = useText()
  const showOwn = useShowOwn()
  const { coin, available, minimumValue, maximumValue } = rules
  return (
    <AmountField
      label={t('transfer.amount')}
      value={typed}
      onChange={onChange}
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

/** The rule a typed amount breaks, in words with its figure. */
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

const isAlways = ({ opensAt, closesAt }: TransferRules): boolean => opensAt === '00:00' && closesAt === '24:00'

/** What stands in the way, with its end. */
function Obstacles({ rules }: { rules: TransferRules }) {
  const t = useText()
  const { coin, open, opensAt, closesAt, stop, heldUntil } = rules
  return (
    <>
      {stop && (
        <Card className="grid gap-3 p-4">
          <p className="text-small text-neg">
            {/* A freeze has no end of its own, and its text names none. */}
            {t(`transfer.stop.${stop.by}` as 'transfer.stop.ban', { until: stop.until ? showMoment(stop.until) : '—' })}{' '}
            <bdi>{stop.reason}</bdi>
          </p>
          <ButtonLink look="quiet" icon="shield" to="/pages/my/security">
            {t('transfer.to_security')}
          </ButtonLink>
        </Card>
      )}
      {!open && (
        <Note tone="neg">
          {isAlways(rules)
            ? t('transfer.closed', { coin })
            : t('transfer.wrong_time', { coin, from: opensAt, to: closesAt })}
        </Note>
      )}
      <ClosingNote closing={rules.closing} />
      {heldUntil && <Note>{t('transfer.held', { until: showMoment(heldUntil) })}</Note>}
    </>
  )
}

/** What another wallet needs to pay this one. */
function OwnId({ coin }: { coin: Coin }) {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  return (
    <List>
      <Row
        mark={<Seal id={walletId} size={40} />}
        title={t('transfer.own_id')}
        note={<WalletId id={walletId} />}
        end={<CopyButton value={walletId} label={t('transfer.copy_id')} />}
      />
      <Row
        mark={
          <RowMark>
            <Icon name="qr" size={20} />
          </RowMark>
        }
        title={t('transfer.ask')}
        note={t('transfer.ask_row')}
        to="/pages/wallet/conver"
        query={{ view: 'ask', coin }}
      />
    </List>
  )
}

/** Every rule, with its figures. */
function TransferRulesCard({ rules }: { rules: TransferRules }) {
  const t = useText()
  const showOwn = useShowOwn()
  // Limits are counted in USDT; for another coin its price says how much of it that is.
  const value = (amount: string) => <AmountText value={amount} coin="USDT" about={rules.coin !== 'USDT'} />
  return (
    <>
      <Heading>{t('transfer.rules')}</Heading>
      <Card className="grid gap-3 p-4">
        <Facts
          facts={[
            { label: t('transfer.minimum'), value: value(rules.minimumValue) },
            { label: t('transfer.maximum'), value: value(rules.maximumValue) },
            { label: t('transfer.fee'), value: t('transfer.fee_none') },
            {
              label: t('transfer.window'),
              value: isAlways(rules) ? t('transfer.always') : `${rules.opensAt}–${rules.closesAt} UTC`,
            },
            { label: t('transfer.scope'), value: t(`transfer.scope.${rules.scope}`) },
          ]}
        />
        {rules.googleBound && (
          <p className="text-small text-ink-3">
            {t('transfer.code_rule', {
              value: showAmount(rules.withoutCodeValue),
              left: showOwn(rules.withoutCodeLeft),
            })}
          </p>
        )}
      </Card>
    </>
  )
}

const FormSkeleton = () => (
  <>
    <Skeleton className="h-48 !rounded-card" />
    <Skeleton className="h-40 !rounded-card" />
  </>
)
