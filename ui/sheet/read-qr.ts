type Detector = { detect(picture: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

const edgeMost = 1600

async function ownDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!Own || !(await Own.getSupportedFormats()).includes('qr_code')) return undefined
  return new Own({ formats: ['qr_code'] })
}

let detector: Promise<Detector> | undefined
/** @throws if the decoder cannot be loaded */
export function loadDetector(): Promise<Detector> {
  detector ??= ownDetector()
    .catch(() => undefined)
    .then(async (own) => own ?? new (await import('qr/decode.js')).BarcodeDetector({ formats: ['qr_code'] }))
  detector.catch(() => {
    detector = undefined
  })
  return detector
}

/** @returns undefined if no code is found */
export async function readQr(picture: ImageBitmapSource): Promise<string | undefined> {
  const [found] = await (await loadDetector()).detect(picture)
  return found?.rawValue || undefined
}

/** @returns undefined if no code is found, null if the image is unreadable */
export async function readQrFile(file: Blob): Promise<string | undefined | null> {
  const whole = await createImageBitmap(file).catch(() => null)
  if (!whole) return null
  const { width, height } = whole
  const share = Math.min(1, edgeMost / Math.max(width, height))
  const size = { resizeWidth: Math.max(1, Math.round(width * share)), resizeQuality: 'high' } as const
  const picture = share < 1 ? await createImageBitmap(whole, size) : whole
  return readQr(picture)
}
