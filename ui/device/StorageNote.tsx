import { useEffect, useState } from 'react'
import { Button } from '../form/Button.tsx'
import { Icon } from '../picture/Icon.tsx'
import { Card, RowIcon } from '../shell/List.tsx'
import { useText } from '../text/texts.ts'
import { askToKeep, type StoragePromise, storagePromise } from './keep-storage.ts'

let latest: StoragePromise | undefined
const look = () =>
  storagePromise().then((promise) => {
    latest = promise
    return promise
  })

void look()

export function StorageNote({ backedUp }: { readonly backedUp: boolean }) {
  const t = useText()
  const [promise, setPromise] = useState(latest)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    void look().then(setPromise)
  }, [])
  if (!promise) return null
  const ask = async () => {
    const answer = await askToKeep()
    setPromise(answer)
    setRefused(answer !== 'promised')
  }
  const isKept = promise === 'promised'
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-start gap-3">
        <RowIcon tone={isKept || backedUp ? 'plain' : 'warn'}>
          <Icon name="phone" size={22} />
        </RowIcon>
        <div className="min-w-0 flex-1">
          <h2 className="font-semi leading-snug">{t('storage.title')}</h2>
          <p className="text-small text-ink-3" role="status">
            {t(isKept ? 'storage.kept' : refused ? 'storage.refused' : 'storage.not_kept')}
          </p>
          {!backedUp && <p className="text-small text-ink-3">{t('storage.back_up')}</p>}
        </div>
      </div>
      {promise === 'maybe' && !refused && (
        <Button look="quiet" onClick={() => void ask()}>
          {t('storage.ask')}
        </Button>
      )}
    </Card>
  )
}
