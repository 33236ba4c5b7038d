import { type ChangeEvent, useState } from 'react'
import { albumMax, albumRow, pictureCategories, picturePath } from '#identity/pictures/picture-terms.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { useAct, useRead } from '#ui/call/use-call.ts'
import { Button, Spinner } from '#ui/form/Button.tsx'
import { cropPicture, whyUnread } from '#ui/picture/crop-picture.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { toast } from '#ui/show/toasts.ts'
import { useText } from '#ui/text/texts.ts'
import { loadWalletInfo } from './profile.contract.ts'
import { changeAvatar, loadAlbum, removePicture } from './upload.contract.ts'

const changes = [loadAlbum, loadWalletInfo]
const rows = { gridTemplateColumns: `repeat(${albumRow}, minmax(0, 1fr))` }
const tile =
  'press relative grid aspect-square w-full place-items-center overflow-hidden rounded-control has-focus-visible:outline-3 has-focus-visible:outline-info'

type AlbumSheetProps = { readonly walletId: string; readonly open: boolean; readonly onClose: () => void }

export function AlbumSheet({ walletId, open, onClose }: AlbumSheetProps) {
  const t = useText()
  return (
    <Sheet open={open} onClose={onClose} title={t('avatar.title')} mark={<Seal id={walletId} size={32} />}>
      <Album />
    </Sheet>
  )
}

function Album() {
  const t = useText()
  const album = useRead(loadAlbum, {})
  const choosing = useAct(changeAvatar, { changes })
  const removing = useAct(removePicture, { changes })
  const choose = async (avatar: string) => {
    if (await choosing.act({ avatar })) toast(t('avatar.chosen'), 'good')
  }
  const remove = async (picture: string) => {
    if (await removing.act({ picture })) toast(t('avatar.removed'), 'good')
  }
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-2">{t('avatar.why')}</p>
      <ReadState read={album}>
        {({ items }) => {
          const inUse = items.find(({ chosen }) => chosen)
          return (
            <>
              <ul className="grid gap-2" style={rows} aria-label={t('avatar.album')}>
                <li>
                  <AddTile onAdded={choose} />
                </li>
                {items.map(({ picture, chosen }, place) => (
                  <li key={picture}>
                    <button
                      type="button"
                      className={`${tile} bg-inset focus-visible:outline-3 focus-visible:outline-info`}
                      aria-label={t('avatar.choose', { number: String(place + 1) })}
                      aria-pressed={chosen}
                      onClick={() => void (chosen || choosing.busy || choose(picture))}
                    >
                      <img src={picturePath(picture)} alt="" className="size-full object-cover" />
                      {chosen && (
                        <span className="absolute end-1.5 bottom-1.5 grid size-7 place-items-center rounded-pill bg-accent text-on-accent">
                          <Icon name="check" size={18} />
                        </span>
                      )}
                    </button>
                  </li>
                ))}
              </ul>
              <p className="text-small text-ink-3">{t('avatar.most', { most: String(albumMax) })}</p>
              {inUse && (
                <Button look="danger" icon="trash" busy={removing.busy} onClick={() => void remove(inUse.picture)}>
                  {t('avatar.remove')}
                </Button>
              )}
            </>
          )
        }}
      </ReadState>
    </div>
  )
}

function AddTile({ onAdded }: { onAdded: (picture: string) => Promise<void> }) {
  const t = useText()
  const [cutting, setCutting] = useState(false)
  const upload = useAct(uploadPicture, { changes })
  const busy = cutting || upload.busy
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    if (!chosen || busy) return
    setCutting(true)
    const file = await cropPicture(chosen, pictureCategories.avatar)
    setCutting(false)
    // Allows choosing the same file again.
    target.value = ''
    if (!file) return toast(await whyUnread(chosen), 'bad')
    const kept = await upload.act({ category: 'avatar', filetype: 'image', file })
    if (!kept) return
    toast(t('upload.done'), 'good')
    await onAdded(kept.picture)
  }
  return (
    <label className={`${tile} cursor-pointer border border-control border-dashed text-ink-2`}>
      <input
        type="file"
        accept="image/*"
        className="sr-only"
        disabled={busy}
        aria-label={t('avatar.add')}
        onChange={(event) => void add(event)}
      />
      <span className="grid justify-items-center gap-1 px-1 text-center text-caption font-semi" aria-hidden="true">
        {busy ? <Spinner /> : <Icon name="plus" />}
        {t('avatar.add')}
      </span>
    </label>
  )
}
