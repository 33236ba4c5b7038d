import { useState } from 'react'
import { ChainNote } from '#features/proof/ChainNote.tsx'
import type { OwnCheck } from '#features/proof/checks/check-own.tsx'
import type { OwnAnswer } from '#features/proof/checks/own-proof.ts'
import { addAmounts, isOld } from '#features/proof/checks/own-sums.ts'
import { ProofFiles } from '#features/proof/ProofFiles.tsx'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { saveFile } from '#ui/device/save-file.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Heading, Note, RightNote } from '#ui/show/Facts.tsx'
import { EmptyState, SkeletonRows } from '#ui/show/State.tsx'
import { SupportLink } from '#ui/show/SupportLink.tsx'
import { CodeText } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showDay, showUtc } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { OwnAmounts } from '../home/OwnAmounts.tsx'
import { ageOf, judgedAt } from './proof-age.ts'
import { useOwnProof } from './use-own-proof.ts'

/** Latest liability proof of the signed-in holder, checked on this device. */
export function MyProofScreen() {
  const t = useText()
  const { proof, again } = useOwnProof({ anew: true })
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    await again()
    setBusy(false)
  }
  const found = proof.is === 'checked' ? proof.check : proof.is === 'unchecked' ? proof.last : undefined
  return (
    <Screen title={t('title.proof_mine')} up="/pages/wallet/index" onRefresh={again}>
      <p className="text-small text-ink-3">{t('proof.mine_intro')}</p>
      {proof.is === 'checking' && <SkeletonRows />}
      {proof.is === 'unchecked' && <Note>{t('proof.mine_unchecked')}</Note>}
      {found && <Found check={found} />}
      {proof.is !== 'checking' && (
        <>
          <Button look="quiet" icon="refresh" busy={busy} onClick={check}>
            {t('proof.again')}
          </Button>
          <ButtonLink look="quiet" to="/pages/proof/index">
            {t('proof.all')}
          </ButtonLink>
          <Heading>{t('proof.files')}</Heading>
          <p className="text-small text-ink-3">{t('proof.files_note')}</p>
          <ProofFiles />
        </>
      )}
    </Screen>
  )
}

function Found({ check }: { check: OwnCheck }) {
  const t = useText()
  const { answer, question } = check
  if (answer.is === 'none') return <EmptyState>{t('proof.none')}</EmptyState>
  return (
    <>
      <div role={answer.is === 'wrong' ? 'alert' : 'status'}>
        <Verdict answer={answer} />
      </div>
      <OwnAmounts amounts={answer.amounts} unrecorded={question.mine.unrecorded ?? []} wrong={answer.is === 'wrong'} />
      {answer.is === 'right' && (
        <details>
          <summary className="press min-h-11 cursor-pointer content-center font-semi text-accent-ink">
            {t('proof.details')}
          </summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">
            <Root answer={answer} />
            {question.mine.latest && <ChainNote statement={{ written: [], ...question.mine.latest }} />}
          </div>
        </details>
      )}
      <Button look={answer.is === 'wrong' ? 'danger' : 'quiet'} icon="down" onClick={() => saveEvidence(check)}>
        {t('proof.evidence')}
      </Button>
    </>
  )
}

function saveEvidence({ answer, question }: OwnCheck): void {
  const { latest, evidence } = question.mine
  if (answer.is === 'wrong') {
    saveFile('proof-difference.json', 'application/json', JSON.stringify({ answer, question }, null, 1))
    return
  }
  if (!latest) return
  const { day, ...published } = latest
  saveFile(`statement-${day}.json`, 'application/json', JSON.stringify(published))
  if (evidence) saveFile(`proof-${day}.json`, 'application/json', evidence)
}

function Verdict({ answer }: { answer: Exclude<OwnAnswer, { is: 'none' }> }) {
  const t = useText()
  const config = useRead(loadConfig, {})
  if (answer.is === 'wrong') {
    const said = {
      rewritten: 'proof.wrong_rewritten',
      tree: 'proof.wrong_tree',
      differs: 'proof.wrong_differs',
      unreadable: 'proof.wrong_unreadable',
    } as const
    return (
      <Note tone="neg">
        <span className="grid gap-1">
          <span className="font-semi">{t(said[answer.why])}</span>
          <span>{t('proof.wrong_do')}</span>
          <bdi dir="ltr">{answer.detail}</bdi>
          <SupportLink query={{ reference: 'proof' }} />
        </span>
      </Note>
    )
  }
  const now = judgedAt(config.data)
  const age = now && ageOf(answer.epoch, now, isOld)
  if (age === 'old' || age === 'demo')
    return <Note>{t(age === 'old' ? 'proof.old' : 'proof.old_demo', { day: showDay(answer.day) })}</Note>
  // A valid statement without this holder proves nothing about later coins.
  if (addAmounts(answer.amounts).length === 0)
    return answer.amounts.length === 0 ? null : <Note tone="plain">{t('proof.mine_none')}</Note>
  if (!answer.compared) return <Note>{t('proof.mine_not_compared', { day: showDay(answer.day) })}</Note>
  if (answer.unproven.length > 0) return <Note>{t('proof.mine_unproven', { coins: answer.unproven.join(', ') })}</Note>
  return <RightNote>{t('proof.mine_right', { day: showDay(answer.day) })}</RightNote>
}

function Root({ answer }: { answer: Extract<OwnAnswer, { is: 'right' }> }) {
  const t = useText()
  return (
    <Card className="grid gap-1 p-4 text-small">
      <p className="text-ink-3">{t('proof.cut', { moment: showUtc(answer.epoch) })}</p>
      <p className="flex items-center gap-2 text-ink-2">
        <span className="flex-1">
          {t('proof.root')} <CodeText value={answer.root} short />
        </span>
        <CopyButton value={answer.root} label={t('changes.copy', { what: t('proof.root') })} />
      </p>
    </Card>
  )
}
