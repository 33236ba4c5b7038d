import { type ChangeEvent, useState } from 'react'
import { cleanText } from '#chat/message-text.ts'
import { pictureCategories } from '#identity/pictures/picture-terms.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { useAct, useRead } from '#ui/call/use-call.ts'
import { useSend } from '#ui/call/use-send.ts'
import { ButtonLink, FormButton } from '#ui/form/Button.tsx'
import { TextArea } from '#ui/form/Field.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { tooLong } from '#ui/form/too-long.ts'
import { cropPicture, whyUnread } from '#ui/picture/crop-picture.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Nowhere } from '#ui/shell/Nowhere.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { toast } from '#ui/show/toasts.ts'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { TransactionWhole } from '../otc-fields.ts'
import { answerDispute, disputeTextMax, getTransaction, giveEvidence, openDispute } from './transactions.contract.ts'

export function DisputeScreen() {
  const t = useText()
  const { id = '' } = useQueryOfScreen()
  const isNumber = /^\d+$/.test(id)
  const read = useRead(getTransaction, { id: Number(id) }, { enabled: isNumber, everyMs: 10_000, told: true })
  if (!isNumber)
    return (
      <Screen title={t('otc.dispute_title')} up="/pages/otc/orders">
        <Nowhere />
      </Screen>
    )
  return (
    <Screen title={t('otc.dispute_title')} up="/pages/otc/orders" onRefresh={read.refetch}>
      <ReadState read={read}>
        {(order) => (
          <>
            {order.dispute ? <Opened order={order} dispute={order.dispute} /> : <OpenForm order={order} />}
            <ButtonLink look="quiet" to="/pages/otc/order" query={{ id }}>
              {t('otc.to_order')}
            </ButtonLink>
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function OpenForm({ order }: { order: TransactionWhole }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const { act, busy } = useAct(openDispute, { changes: [getTransaction] })
  if (order.state !== 'paid') return <Note tone="plain">{t('otc.dispute_not_yet')}</Note>
  return (
    <Card className="grid gap-4 p-4">
      <Note>{order.side === 'buy' ? t('otc.dispute_buyer') : t('otc.dispute_seller')}</Note>
      <TextArea
        label={t('otc.reason')}
        hint={t('otc.reason_hint')}
        value={reason}
        onChange={setReason}
        error={tooLong(t, reason, disputeTextMax, cleanText)}
        rows={4}
      />
      <FormFoot>
        <FormButton
          look="danger"
          busy={busy}
          missing={[cleanText(reason) === '' && t('otc.reason')]}
          why={tooLong(t, reason, disputeTextMax, cleanText)}
          onClick={() => void act({ id: order.id, reason: cleanText(reason) })}
        >
          {t('otc.dispute_open')}
        </FormButton>
      </FormFoot>
    </Card>
  )
}

type OpenedProps = { readonly order: TransactionWhole; readonly dispute: NonNullable<TransactionWhole['dispute']> }
function Opened({ order, dispute }: OpenedProps) {
  const t = useText()
  const { decided, evidence } = dispute
  return (
    <>
      <Card className="grid gap-4 p-4">
        {decided ? (
          <>
            <Note tone="accent">{t('otc.decided')}</Note>
            <Facts
              facts={[
                {
                  label: t('otc.to_buyer'),
                  value: <AmountText value={decided.toBuyer} coin={order.coin} exact own />,
                  strong: true,
                },
                { label: t('otc.decided_at'), value: showMoment(decided.at) },
              ]}
            />
            <p>
              <bdi>{decided.reason}</bdi>
            </p>
          </>
        ) : order.state === 'disputed' ? (
          <Note>{t('otc.dispute_waits')}</Note>
        ) : (
          <Note tone="plain">{t('otc.dispute_ended')}</Note>
        )}
        <Facts
          facts={[
            { label: t('otc.opened_by'), value: dispute.byMe ? t('otc.by_me') : t('otc.by_other') },
            { label: t('otc.opened_at'), value: showMoment(dispute.openedAt) },
          ]}
        />
        <p className="text-ink-2">
          <bdi>{dispute.reason}</bdi>
        </p>
        {dispute.answer !== null && (
          <>
            <p className="text-small text-ink-3">{t('otc.event.answered')}</p>
            <p className="text-ink-2">
              <bdi>{dispute.answer}</bdi>
            </p>
          </>
        )}
      </Card>
      {order.state === 'disputed' && dispute.answer === null && <Unanswered order={order} dispute={dispute} />}
      <Heading>{t('otc.evidence')}</Heading>
      <p className="text-small text-ink-3">{t('otc.evidence_note')}</p>
      <List label={t('otc.evidence')}>
        {evidence.map(({ picture, at }, place) => (
          <Row key={picture} title={t('otc.picture', { number: String(place + 1) })} end={showMoment(at)} />
        ))}
        <Row title={t('otc.evidence_other')} end={String(dispute.evidenceOfOther)} />
      </List>
      {order.state === 'disputed' && <AddEvidence id={order.id} />}
    </>
  )
}

/** Without the seller's answer, operators can decide for the buyer only after 72 hours. */
function Unanswered({ order, dispute }: OpenedProps) {
  const t = useText()
  const [answer, setAnswer] = useState('')
  const [asking, setAsking] = useState(false)
  const send = useSend(t('otc.answer'), '', () => setAsking(false))
  const until = showMoment(dispute.decidableFrom)
  if (order.side === 'buy') return <Note tone="plain">{t('otc.answer_wait', { until })}</Note>
  const give = async ({ code }: { code: string }) => {
    const given = await send(answerDispute, { id: order.id, answer: cleanText(answer), code }, ['code'])
    if (given) setAsking(false)
    return undefined
  }
  return (
    <Card className="grid gap-4 p-4">
      <Note tone="warn">{t('otc.answer_note', { until })}</Note>
      <TextArea
        label={t('otc.answer')}
        hint={t('otc.reason_hint')}
        value={answer}
        onChange={setAnswer}
        error={tooLong(t, answer, disputeTextMax, cleanText)}
        rows={4}
      />
      <FormFoot>
        <FormButton
          missing={[cleanText(answer) === '' && t('otc.answer')]}
          why={tooLong(t, answer, disputeTextMax, cleanText)}
          onClick={() => setAsking(true)}
        >
          {t('otc.answer_send')}
        </FormButton>
      </FormFoot>
      <PasswordSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('otc.answer_send')}
        googleCode={order.release?.googleBound ?? false}
        plain
        onConfirm={give}
      />
    </Card>
  )
}

/** Shrinks the photo on the device. */
function AddEvidence({ id }: { id: number }) {
  const t = useText()
  const upload = useAct(uploadPicture)
  const give = useAct(giveEvidence, { changes: [getTransaction] })
  const [reading, setReading] = useState(false)
  const busy = reading || upload.busy || give.busy
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    if (!chosen || busy) return
    setReading(true)
    const file = await cropPicture(chosen, pictureCategories.evidence)
    setReading(false)
    // Allows choosing the same file again.
    target.value = ''
    if (!file) return toast(await whyUnread(chosen), 'bad')
    const kept = await upload.act({ category: 'evidence', filetype: 'image', file })
    if (kept) await give.act({ id, picture: kept.picture })
  }
  return (
    <label className="press grid min-h-13 cursor-pointer place-items-center rounded-control border border-control border-dashed px-4 font-semi text-ink-2 has-focus-visible:outline-3 has-focus-visible:outline-info">
      <input type="file" accept="image/*" className="sr-only" disabled={busy} onChange={(event) => void add(event)} />
      {busy ? t('otc.adding') : t('otc.add_picture')}
    </label>
  )
}
