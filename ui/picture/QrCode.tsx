import { useEffect, useState } from 'react'
import type { QrPath } from '../sheet/qr-path.ts'

/** QR code up to `size` pixels wide. Always dark on white for cameras. */
export function QrCode({ value, label, size = 200 }: { value: string; label: string; size?: number }) {
  const [code, setCode] = useState<QrPath | undefined>()
  useEffect(() => {
    let wanted = true
    void import('../sheet/qr-path.ts').then(({ qrPath }) => {
      if (wanted) setCode(qrPath(value))
    })
    return () => {
      wanted = false
    }
  }, [value])
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${code?.side ?? 1} ${code?.side ?? 1}`}
      className="mx-auto block h-auto max-w-full rounded-inner bg-[#fff] text-[#0d1e47] [forced-color-adjust:none]"
      shapeRendering="crispEdges"
    >
      {code && <path d={code.path} fill="currentColor" />}
    </svg>
  )
}
