import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Facts.tsx'
import { useText } from '#ui/texts.ts'
import { toast } from '#ui/toasts.ts'
import { useAct } from '#ui/use-call.ts'
import { getOrder, getProduct } from '../investing.contract.ts'
import { acknowledgeExit } from '../machines/machines.contract.ts'

export function Acknowledge({ orderId }: { orderId: number }) {
  const t = useText()
  const { act, busy } = useAct(acknowledgeExit, { changes: [getOrder, getProduct] })
  const note = async () => {
    if (await act({ orderId })) toast(t('order.acknowledged'))
  }
  return (
    <>
      <Note tone="accent">{t('order.exited_about')}</Note>
      <Button look="quiet" busy={busy} onClick={() => void note()}>
        {t('order.acknowledge')}
      </Button>
    </>
  )
}
