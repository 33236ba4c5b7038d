import { useAct } from '#ui/call/use-call.ts'
import { Button } from '#ui/form/Button.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { toast } from '#ui/show/toasts.ts'
import { useText } from '#ui/text/texts.ts'
import { getOrder, getProduct } from '../../investing.contract.ts'
import { acknowledgeExit } from '../../machines/machines.contract.ts'

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
