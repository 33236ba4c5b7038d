import { type ReactNode, useContext } from 'react'
import { Button } from '../form/Button.tsx'
import { Seal } from '../picture/Seal.tsx'
import { useText } from '../text/texts.ts'
import { back } from './navigation.ts'
import { UpOfScreen } from './screen-query.ts'

/** Shown when an ID is missing, invalid or not accessible to this wallet. */
export function Nowhere({ children }: { children?: ReactNode }) {
  const t = useText()
  const up = useContext(UpOfScreen) ?? '/pages/index/index'
  return (
    <div className="grid justify-items-center gap-4 px-6 py-12 text-center text-ink-2">
      <Seal id="missing" size={120} bare className="opacity-60" />
      <p>{children ?? t('state.nowhere')}</p>
      <Button look="quiet" compact onClick={() => back(up)}>
        {t('bar.back')}
      </Button>
    </div>
  )
}
