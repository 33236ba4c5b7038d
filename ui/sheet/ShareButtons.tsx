import { Button } from '../form/Button.tsx'
import { CopyButton } from '../text/CopyButton.tsx'

type ShareButtonsProps = {
  readonly value: string
  readonly title: string
  readonly copy: string
  readonly share: string
}

export function ShareButtons({ value, title, copy, share }: ShareButtonsProps) {
  const hand = () => navigator.share({ title, text: value }).catch(() => undefined)
  const canShare = typeof navigator.share === 'function'
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
      <CopyButton value={value} label={copy} words />
      {canShare && (
        <Button look="quiet" icon="send" onClick={() => void hand()}>
          {share}
        </Button>
      )}
    </div>
  )
}
