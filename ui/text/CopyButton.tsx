import { Button, IconButton } from '../form/Button.tsx'
import { toast } from '../show/toasts.ts'
import { useText } from './texts.ts'

type CopyButtonProps = {
  readonly value: string
  readonly label: string
  readonly words?: boolean
}

export function CopyButton({ value, label, words = false }: CopyButtonProps) {
  const t = useText()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast(t('copy.done'), 'good')
    } catch {
      toast(t('copy.failed'), 'bad')
    }
  }
  return words ? (
    <Button look="quiet" icon="copy" onClick={() => void copy()}>
      {label}
    </Button>
  ) : (
    <IconButton icon="copy" size={20} label={label} onPress={() => void copy()} />
  )
}
