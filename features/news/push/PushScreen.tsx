import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useAct, useRead } from '#ui/call/use-call.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { Check, Switch } from '#ui/form/Choice.tsx'
import { Choose } from '#ui/form/Choose.tsx'
import { useSession } from '#ui/session/session.ts'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { type TextId, useText } from '#ui/text/texts.ts'
import { type OwnTopic, ownTopics } from '../personal/own-notices.ts'
import { type Hindrance, hindrance, notePushed, ownZone, subscribe, unsubscribe } from './device-push.tsx'
import { choosePush, endPush, loadPush } from './push.contract.ts'

type Choice = OutputOf<typeof loadPush>

const usualNight = '22:00-07:00'
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`).map((value) => ({
  value,
  label: value,
}))

export function PushScreen() {
  const t = useText()
  const read = useRead(loadPush, {})
  return (
    <Screen title={t('title.push')} up="/pages/my/settings" onRefresh={read.refetch}>
      <ReadState read={read}>{(choice) => <Form key={JSON.stringify(choice)} choice={choice} />}</ReadState>
    </Screen>
  )
}

const whyNot = {
  unsupported: 'push.unsupported',
  refused: 'push.refused',
  failed: 'push.failed',
} as const satisfies Record<Hindrance | 'failed', TextId>

function Form({ choice }: { readonly choice: Choice }) {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  const [problem, setProblem] = useState<keyof typeof whyNot | undefined>(hindrance)
  const [kinds, setKinds] = useState<readonly OwnTopic[]>(choice.kinds)
  const [quiet, setQuiet] = useState(choice.window)
  const [asking, setAsking] = useState(false)
  const { act: choose, busy } = useAct(choosePush, { changes: [loadPush] })
  const { act: end, busy: ending } = useAct(endPush, { changes: [loadPush] })
  const isBusy = busy || ending || asking

  async function keep(): Promise<void> {
    setAsking(true)
    try {
      const input = await subscribe(choice.pub, { kinds: [...kinds], window: quiet, zone: ownZone() })
      if (typeof input === 'string') setProblem(input)
      else if (await choose(input)) {
        await notePushed(walletId)
        setProblem(undefined)
      }
    } catch {
      setProblem('failed')
    } finally {
      setAsking(false)
    }
  }
  async function stop(): Promise<void> {
    if (await end({})) await unsubscribe().catch(() => {})
  }

  const isChanged = quiet !== choice.window || [...kinds].sort().join() !== [...choice.kinds].sort().join()
  const [from = '', until = ''] = quiet.split('-')
  return (
    <>
      <Card className="px-4 py-1">
        <Switch
          label={t('push.on')}
          note={t('push.on_note')}
          checked={choice.on}
          disabled={isBusy || (!choice.on && problem === 'unsupported')}
          onChange={(on) => void (on ? keep() : stop())}
        />
      </Card>
      {problem && <Note tone="warn">{t(whyNot[problem])}</Note>}
      <Card className="grid gap-1 p-4">
        <h2 className="font-semi">{t('push.kinds')}</h2>
        {ownTopics.map((topic) => (
          <Check
            key={topic}
            checked={kinds.includes(topic)}
            onChange={(is) => setKinds(is ? [...kinds, topic] : kinds.filter((each) => each !== topic))}
          >
            {t(`push.kind.${topic}`)}
          </Check>
        ))}
      </Card>
      <Card className="grid gap-2 px-4 py-1 pb-4">
        <Switch
          label={t('push.quiet')}
          note={t('push.quiet_note')}
          checked={quiet !== ''}
          onChange={(on) => setQuiet(on ? usualNight : '')}
        />
        {quiet !== '' && (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
            <Choose
              figures
              label={t('push.from')}
              options={hours}
              value={from}
              onChange={(hour) => setQuiet(`${hour}-${until}`)}
            />
            <Choose
              figures
              label={t('push.until')}
              options={hours}
              value={until}
              onChange={(hour) => setQuiet(`${from}-${hour}`)}
            />
          </div>
        )}
      </Card>
      {choice.on && (
        <FormButton busy={isBusy} why={!isChanged && t('form.unchanged')} onClick={() => void keep()}>
          {t('push.save')}
        </FormButton>
      )}
      <p className="px-1 text-small text-ink-3">{t('push.ends')}</p>
    </>
  )
}
