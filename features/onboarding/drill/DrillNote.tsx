import { useEffect, useState } from 'react'
import { wallClock } from '#kit/time/clock.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useDeviceWallet } from '#ui/session/session.ts'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { type Drill, isDrillDue, mayPutOff, putOff } from './drill.ts'
import { keepDrill, readDrill } from './kept-drills.tsx'

export function DrillNote() {
  const t = useText()
  const wallet = useDeviceWallet()
  const walletId = wallet?.activated && wallet.sealedPhrase ? wallet.walletId : undefined
  const [drill, setDrill] = useState<Drill>()
  useEffect(() => {
    let isWanted = true
    setDrill(undefined)
    if (walletId)
      readDrill(walletId).then(
        (kept) => isWanted && setDrill(kept),
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [walletId])
  const now = wallClock.now().getTime()
  if (!walletId || !drill || !isDrillDue(drill, now)) return null
  const later = () => void keepDrill(walletId, putOff(drill, now)).then(setDrill)
  return (
    <Note tone="plain">
      <p className="font-semi">{t('drill.title')}</p>
      <p className="mt-1">{t('drill.note')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <ButtonLink to="/pages/back/drill" look="quiet" compact>
          {t('drill.begin')}
        </ButtonLink>
        {mayPutOff(drill) && (
          <Button look="quiet" compact onClick={later}>
            {t('drill.later')}
          </Button>
        )}
      </div>
    </Note>
  )
}
