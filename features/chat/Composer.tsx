import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cleanText, messageLengthMax } from '#chat/message-text.ts'
import { pictureCategories } from '#identity/pictures/picture-terms.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { countedLength, isWithin } from '#kit/text/typed-text.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { useAct } from '#ui/call/use-call.ts'
import { Button, IconButton, Spinner } from '#ui/form/Button.tsx'
import { isEnter } from '#ui/form/enter-key.ts'
import { tooLong } from '#ui/form/too-long.ts'
import { cropPicture, whyUnread } from '#ui/picture/crop-picture.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { showCount } from '#ui/text/format.ts'
import { failureWords, useText } from '#ui/text/texts.ts'

const countFrom = 200

type Attached = { readonly picture: string; readonly shown: string }
export type Typed = { readonly text: string; readonly picture: string }
type ComposerProps = {
  readonly draft: string
  /** The sender's earlier messages, newest first, because a recovery phrase may be split over several. */
  readonly before: readonly string[]
  readonly onSend: (typed: Typed) => void
}

// Preloaded, so that it works offline.
const guard = import('#chat/words-guard.ts')
guard.catch(() => undefined)

/** The words guard checks each message before it leaves the device. */
export function Composer({ draft, before, onSend }: ComposerProps) {
  const t = useText()
  const [text, setText] = useState(draft)
  const [attached, setAttached] = useState<Attached | undefined>()
  const [wrong, setWrong] = useState<string | undefined>()
  const [asked, setAsked] = useState<string | undefined>()
  const area = useRef<HTMLTextAreaElement>(null)
  // As high as its lines, to the height at which it scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides how high the field is.
  useEffect(() => {
    const field = area.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }, [text])

  async function send() {
    const said = cleanText(text)
    if ((!said && !attached) || !isWithin(said, messageLengthMax)) return
    const { readWords } = await guard
    const words = readWords(said, before)
    if (words === 'phrase') return setWrong(await failureWords(new CallFailure(answers.refused, 'chat.words')))
    if (words === 'maybe' && asked !== said) return setAsked(said)
    onSend({ text: said, picture: attached?.picture ?? '' })
    setText('')
    setAttached(undefined)
    setWrong(undefined)
    setAsked(undefined)
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // On touch, Enter starts a new line.
    if (!isEnter(event) || event.shiftKey) return
    if (!matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    void send()
  }
  const said = cleanText(text)
  const long = tooLong(t, text, messageLengthMax, cleanText)
  // Counting walks the whole text, so it happens only near the limit.
  const left =
    text.length < messageLengthMax - countFrom ? undefined : messageLengthMax - countedLength(said, messageLengthMax)
  return (
    <div className="grid gap-2">
      {wrong && (
        <p role="alert" className="text-small text-neg">
          {wrong}
        </p>
      )}
      {asked !== undefined && (
        <div role="alert" className="grid gap-2 text-small text-warn">
          <p>{t('chat.words_maybe')}</p>
          <Button look="quiet" onClick={() => void send()}>
            {t('chat.words_send')}
          </Button>
        </div>
      )}
      {attached && (
        <div className="flex items-center gap-2">
          <img src={attached.shown} alt={t('chat.picture')} className="size-14 rounded-control object-cover" />
          <IconButton icon="close" size={20} label={t('chat.picture_remove')} onPress={() => setAttached(undefined)} />
        </div>
      )}
      <div className="flex items-end gap-1">
        <Attach onAttached={setAttached} onWrong={setWrong} />
        <div className="box min-w-0 flex-1">
          <textarea
            ref={area}
            rows={1}
            dir="auto"
            value={text}
            aria-invalid={long ? true : undefined}
            aria-label={t('chat.write')}
            placeholder={t('chat.write')}
            onChange={(event) => {
              setText(event.target.value)
              setWrong(undefined)
              setAsked(undefined)
            }}
            onKeyDown={onKeyDown}
            className="block max-h-36 min-h-11 w-full resize-none bg-transparent px-3 py-2.5 text-[1rem] leading-snug"
          />
        </div>
        <button
          type="button"
          aria-label={t('chat.send')}
          disabled={(!said && !attached) || long !== undefined}
          onClick={() => void send()}
          className="press grid size-11 flex-none place-items-center rounded-control bg-accent text-on-accent disabled:bg-inset disabled:text-ink-3"
        >
          <Icon name="send" size={22} />
        </button>
      </div>
      {long !== undefined ? (
        <p role="alert" className="text-end text-caption text-neg">
          {long}
        </p>
      ) : (
        left !== undefined &&
        left <= countFrom && (
          <p className="text-end text-caption text-ink-3">{t('chat.left', { count: showCount(left) })}</p>
        )
      )}
    </div>
  )
}

type AttachProps = { readonly onAttached: (attached: Attached) => void; readonly onWrong: (text: string) => void }
/** Scaled on the device, so metadata never leaves it. */
function Attach({ onAttached, onWrong }: AttachProps) {
  const t = useText()
  const upload = useAct(uploadPicture)
  const [shrinking, setShrinking] = useState(false)
  const busy = shrinking || upload.busy
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    if (!chosen || busy) return
    setShrinking(true)
    const file = await cropPicture(chosen, pictureCategories.chat)
    setShrinking(false)
    // Allows choosing the same file again.
    target.value = ''
    if (!file) return onWrong(await whyUnread(chosen))
    const kept = await upload.act({ category: 'chat', filetype: 'image', file })
    if (kept) onAttached({ picture: kept.picture, shown: URL.createObjectURL(new Blob([file])) })
  }
  return (
    <label className="press relative grid size-11 flex-none cursor-pointer place-items-center rounded-control text-ink-2 has-focus-visible:outline-3 has-focus-visible:outline-info">
      <input
        type="file"
        accept="image/*"
        className="sr-only"
        disabled={busy}
        aria-label={t('chat.attach')}
        onChange={(event) => void add(event)}
      />
      {busy ? <Spinner /> : <Icon name="plus" />}
    </label>
  )
}
