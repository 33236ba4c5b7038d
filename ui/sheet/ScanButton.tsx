import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../form/Button.tsx'
import { useText } from '../text/texts.ts'

const ScanSheet = lazy(async () => ({ default: (await import('./ScanSheet.tsx')).ScanSheet }))

export function ScanButton({ onScan }: { readonly onScan: (text: string) => void }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const scanned = (text: string) => {
    setOpen(false)
    onScan(text)
  }
  return (
    <>
      <IconButton icon="scan" size={20} label={t('scan.title')} onPress={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <ScanSheet onClose={() => setOpen(false)} onScan={scanned} />
        </Suspense>
      )}
    </>
  )
}
