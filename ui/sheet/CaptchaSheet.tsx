import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { checkCaptcha, loadCaptcha } from '#kit/wire/contracts/captcha.contract.ts'
import { call } from '../call/call.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../form/Button.tsx'
import { isEnter } from '../form/enter-key.ts'
import { Note } from '../show/Facts.tsx'
import { toast } from '../show/toasts.ts'
import { useText } from '../text/texts.ts'
import { Sheet } from './Sheet.tsx'

export type Solved = { readonly checkKey: string; readonly checkSign: string }
type CaptchaSheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly onSolved: (solved: Solved) => void
}
type Puzzle = OutputOf<typeof loadCaptcha>

/** Slider captcha, with proof of work as an alternative. */
export function CaptchaSheet({ open, onClose, onSolved }: CaptchaSheetProps) {
  const t = useText()
  return (
    <Sheet open={open} onClose={onClose} title={t('captcha.title')}>
      <Slider onSolved={onSolved} />
    </Sheet>
  )
}

/** Pixels per arrow key press with Shift. */
const stride = 10

function Slider({ onSolved }: Pick<CaptchaSheetProps, 'onSolved'>) {
  const t = useText()
  const [at, setAt] = useState(0)
  const [working, setWorking] = useState(false)
  const how = useId()
  const { puzzle, renew, check, busy, failed } = usePuzzle(onSolved, () => setAt(0))

  const confirm = () => {
    if (puzzle && at > 0) void check({ value: String(at) })
  }
  const work = async () => {
    if (!puzzle || working) return
    setWorking(true)
    const { doWork } = await import('../call/do-work.ts')
    const done = await doWork(puzzle.work).finally(() => setWorking(false))
    if (done) await check({ work: done })
  }
  return (
    <div className="grid gap-4">
      <p id={how} className="text-ink-2">
        {t('captcha.how')}
      </p>
      <Picture puzzle={puzzle} at={at} />
      <Track puzzle={puzzle} at={at} onMove={setAt} onConfirm={confirm} />
      {failed && (
        <div role="alert">
          <Note tone="neg">{failed.text}</Note>
        </div>
      )}
      <Button
        busy={busy && !working}
        disabled={!puzzle || at === 0 || working}
        aria-describedby={at === 0 ? how : undefined}
        onClick={confirm}
      >
        {t('captcha.confirm')}
      </Button>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="quiet" compact icon="refresh" disabled={working} onClick={() => void renew()}>
          {t('captcha.renew')}
        </Button>
        <Button look="quiet" compact busy={working} disabled={!puzzle} onClick={() => void work()}>
          {t(working ? 'captcha.working' : 'captcha.work')}
        </Button>
      </div>
    </div>
  )
}

/** Loads a new captcha after refusal or three attempts. */
function usePuzzle(onSolved: (solved: Solved) => void, onNew: () => void) {
  const t = useText()
  const [puzzle, setPuzzle] = useState<Puzzle>()
  const attempts = useRef(0)
  const { attempt, busy, failed } = useAttempt()

  const fetchOne = async () => {
    attempts.current = 0
    setPuzzle(await call(loadCaptcha, {}, { quiet: true }))
    onNew()
  }
  const renew = () => attempt(fetchOne)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one puzzle when the sheet opens
  useEffect(() => void renew(), [])

  const check = (answer: { readonly value: string } | { readonly work: string }) =>
    attempt(async () => {
      if (!puzzle) return
      const { key, secret } = puzzle
      try {
        const { captchaSign } = await call(checkCaptcha, { key, secret, ...answer }, { quiet: true })
        if (captchaSign) {
          toast(t('captcha.right'), 'good')
          onSolved({ checkKey: key, checkSign: captchaSign })
          return
        }
      } catch (cause) {
        await fetchOne()
        throw cause
      }
      toast(t('captcha.wrong'), 'bad')
      attempts.current += 1
      if (attempts.current >= 3) await fetchOne()
      else onNew()
    })
  return { puzzle, renew, check, busy, failed }
}

/** Never mirrored, because the server sets the coordinates. */
function Picture({ puzzle, at }: { readonly puzzle: Puzzle | undefined; readonly at: number }) {
  const t = useText()
  const part = (pixels: number, whole: number) => `${(100 * pixels) / whole}%`
  return (
    <div dir="ltr" className="relative aspect-[2/1] overflow-hidden rounded-control bg-inset">
      {puzzle && (
        <>
          <img src={puzzle.image} alt={t('captcha.picture')} className="size-full" draggable={false} />
          <img
            src={puzzle.piece}
            alt=""
            draggable={false}
            className="absolute"
            style={{
              filter: 'drop-shadow(0 4px 4px #00000026)',
              insetInlineStart: part(at, puzzle.width),
              insetBlockStart: part(puzzle.y, puzzle.height),
              inlineSize: part(puzzle.pieceSize, puzzle.width),
            }}
          />
        </>
      )}
    </div>
  )
}

type TrackProps = {
  readonly puzzle: Puzzle | undefined
  readonly at: number
  readonly onMove: (at: number) => void
  readonly onConfirm: () => void
}
/** A native range input, so arrow keys, Home and End work. Enter or release confirms. */
function Track({ puzzle, at, onMove, onConfirm }: TrackProps) {
  const t = useText()
  const id = useId()
  const most = puzzle ? puzzle.width - puzzle.pieceSize : 1
  const press = (event: KeyboardEvent) => {
    if (isEnter(event)) {
      event.preventDefault()
      onConfirm()
    }
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (!way || !event.shiftKey) return
    event.preventDefault()
    onMove(Math.min(most, Math.max(0, at + way * stride)))
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-small font-semi text-ink-2">
        {t('captcha.slide')}
      </label>
      <input
        id={id}
        dir="ltr"
        type="range"
        min={0}
        max={most}
        step={1}
        value={at}
        disabled={!puzzle}
        aria-valuetext={t('captcha.at', { at: String(at), most: String(most) })}
        onChange={(event) => onMove(Number(event.target.value))}
        onKeyDown={press}
        onPointerUp={onConfirm}
        className="h-11 w-full cursor-grab touch-none accent-accent"
      />
    </div>
  )
}
