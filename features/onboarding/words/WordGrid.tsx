import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { notify, toast } from '#ui/show/toasts.ts'
import { useText } from '#ui/text/texts.ts'

/** The clipboard is cleared after this time. */
const clipboardMs = 60_000

type WordGridProps = {
  readonly words: string
  readonly onShown: () => void
}

/** Hides the phrase again when the app loses focus. */
export function WordGrid({ words, onShown }: WordGridProps) {
  const t = useText()
  const [shown, setShown] = useState(false)
  const [copying, setCopying] = useState(false)
  const list = words.split(' ')
  const grid = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const cover = () => document.visibilityState === 'hidden' && setShown(false)
    document.addEventListener('visibilitychange', cover)
    return () => document.removeEventListener('visibilitychange', cover)
  }, [])
  const show = () => {
    setShown(true)
    onShown()
    // The pressed button disappears, so move the focus.
    grid.current?.focus({ preventScroll: true })
  }
  const copy = async () => {
    setCopying(false)
    try {
      await navigator.clipboard.writeText(words)
      notify(t('words.copied'))
      setTimeout(() => void navigator.clipboard.writeText('').catch(() => {}), clipboardMs)
    } catch {
      toast(t('copy.failed'), 'bad')
    }
  }
  return (
    <div className="grid gap-3">
      <div className="relative overflow-hidden rounded-card bg-surface p-3 shadow-card">
        <ol
          ref={grid}
          tabIndex={-1}
          dir="ltr"
          lang="en"
          translate="no"
          aria-label={t('words.list')}
          aria-hidden={!shown}
          className="grid grid-flow-col grid-cols-2 grid-rows-6 gap-2 select-none"
          // Inline: a utility class would add rules for all filters to the shared CSS.
          style={shown ? undefined : { filter: 'blur(8px)' }}
        >
          {list.map((word, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a phrase may hold a word twice, and its places never change
              key={index}
              className="flex min-h-11 items-center gap-3 rounded-inner bg-inset px-3"
            >
              <span className="num w-5 text-end text-small text-ink-3">{index + 1}</span>
              <span className="num text-lead font-semi">{shown ? word : '••••••'}</span>
            </li>
          ))}
        </ol>
        {!shown && (
          <button
            type="button"
            onClick={show}
            className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-surface/60 px-6 text-center"
          >
            <span className="grid size-14 place-items-center rounded-pill bg-accent text-on-accent">
              <Icon name="eye" size={28} />
            </span>
            <span className="text-lead font-semi text-ink">{t('words.show')}</span>
            <span className="text-small text-ink-2">{t('words.show_why')}</span>
          </button>
        )}
      </div>
      {shown && (
        <div className="flex flex-wrap justify-between gap-2">
          <Button look="quiet" compact icon="eyeOff" onClick={() => setShown(false)}>
            {t('words.hide')}
          </Button>
          <button
            type="button"
            className="press min-h-11 rounded-control px-3 text-small font-semi text-ink-3 underline"
            onClick={() => setCopying(true)}
          >
            {t('words.copy')}
          </button>
        </div>
      )}
      <ConfirmSheet
        open={copying}
        title={t('words.copy_title')}
        action={t('words.copy_anyway')}
        danger
        onConfirm={copy}
        onClose={() => setCopying(false)}
      >
        {t('words.copy_why')}
      </ConfirmSheet>
    </div>
  )
}
