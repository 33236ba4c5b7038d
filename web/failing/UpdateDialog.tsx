import { useEffect, useId, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { noteTried, type Release, wasTried } from '#features/updates/load-update.ts'
import { RestartOffer } from '#features/updates/RestartOffer.tsx'
import { UpdateOffer } from '#features/updates/UpdateOffer.tsx'
import { loadTexts, useText } from '#ui/text/texts.ts'

type Props = {
  readonly release: Release | undefined
  readonly onLater: () => void
}

/** A forced update stays open until installed or impossible. */
function UpdateDialog({ release, onLater }: Props) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const [tried, setTried] = useState(() => release !== undefined && wasTried(release))
  const isForced = release?.force ?? false
  const forced = isForced && !tried
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        if (!forced) onLater()
      }}
      // Browsers let users force-close dialogs. Reopen a forced update.
      onClose={() => (forced ? dialog.current?.showModal() : onLater())}
    >
      <h2 id={heading} tabIndex={-1} data-first className="mb-3 pt-2 text-title font-semi leading-tight">
        {t(isForced ? 'update.forced' : 'update.title')}
      </h2>
      {release ? (
        <UpdateOffer
          release={release}
          onLater={forced ? undefined : onLater}
          onTried={() => {
            noteTried(release)
            setTried(true)
          }}
        />
      ) : (
        <RestartOffer onLater={onLater} />
      )}
    </dialog>
  )
}

export async function offerUpdate(release: Release | undefined): Promise<void> {
  await loadTexts(['core', 'updates'])
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise((done) => {
    const close = () => {
      root.unmount()
      place.remove()
      done()
    }
    root.render(<UpdateDialog release={release} onLater={close} />)
  })
}
