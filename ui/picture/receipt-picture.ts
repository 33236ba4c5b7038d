import { sealOf } from '#kit/seal/seal.ts'
import { sharePicture } from './share-picture.ts'

export type Receipt = {
  readonly title: string
  /** Signed amounts, one per coin: "−50.00 USDT". */
  readonly amounts: readonly string[]
  /** Wallet ID for the identicon. */
  readonly seal: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly foot: string
  readonly name: string
}

const width = 1080
const margin = 96
const colours = { ground: '#ffffff', ink: '#0d1e47', soft: '#5b6785', line: '#dfe4ee' }

function linesOf(canvas: CanvasRenderingContext2D, text: string, most: number): string[] {
  const lines = ['']
  for (const word of text.includes(' ') ? text.split(/(?<= )/) : [...text]) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && canvas.measureText(last + word).width > most) lines.push(word)
    else lines[lines.length - 1] = last + word
  }
  return lines.map((line) => line.trim())
}

function drawSealAt(canvas: CanvasRenderingContext2D, walletId: string, left: number, top: number, size: number): void {
  const { ground, ink, accent, petals, heart } = sealOf(walletId)
  canvas.save()
  canvas.translate(left, top)
  canvas.scale(size / 100, size / 100)
  canvas.fillStyle = ground
  canvas.beginPath()
  canvas.arc(50, 50, 50, 0, Math.PI * 2)
  canvas.fill()
  canvas.fillStyle = ink
  canvas.fill(new Path2D(petals))
  canvas.fillStyle = accent
  canvas.fill(new Path2D(heart))
  canvas.restore()
}

/** @returns the needed height in pixels; callers draw twice, because content below the canvas is lost */
function draw(canvas: CanvasRenderingContext2D, receipt: Receipt, height: number): number {
  const font = getComputedStyle(document.body).fontFamily
  const isRtl = document.documentElement.dir === 'rtl'
  const [start, end] = isRtl ? [width - margin, margin] : [margin, width - margin]
  canvas.direction = isRtl ? 'rtl' : 'ltr'
  canvas.fillStyle = colours.ground
  canvas.fillRect(0, 0, width, height)
  drawSealAt(canvas, receipt.seal, width / 2 - 110, 96, 220)
  let y = 410
  const centred = (text: string, style: string, colour: string, step: number) => {
    canvas.textAlign = 'center'
    canvas.font = style
    canvas.fillStyle = colour
    for (const line of linesOf(canvas, text, width - 2 * margin)) {
      canvas.fillText(line, width / 2, y)
      y += step
    }
  }
  centred(receipt.title, `600 44px ${font}`, colours.soft, 60)
  y += 56
  canvas.direction = 'ltr'
  for (const amount of receipt.amounts) {
    canvas.font = `700 84px ${font}`
    const size = Math.min(84, Math.floor((84 * (width - 2 * margin)) / canvas.measureText(amount).width))
    canvas.font = `700 ${size}px ${font}`
    canvas.fillStyle = colours.ink
    canvas.textAlign = 'center'
    canvas.fillText(amount, width / 2, y)
    y += size + 16
  }
  canvas.direction = isRtl ? 'rtl' : 'ltr'
  y += 8
  for (const { label, value } of receipt.facts) {
    canvas.fillStyle = colours.line
    canvas.fillRect(margin, y - 30, width - 2 * margin, 2)
    y += 34
    canvas.textAlign = 'start'
    canvas.font = `500 38px ${font}`
    canvas.fillStyle = colours.soft
    const labels = linesOf(canvas, label, width - 2 * margin)
    for (const [nth, line] of labels.entries()) {
      if (nth > 0) y += 50
      canvas.fillText(line, start, y)
    }
    const besides = width - 2 * margin - canvas.measureText(labels.at(-1) ?? '').width - 40
    canvas.font = `600 38px ${font}`
    canvas.fillStyle = colours.ink
    canvas.textAlign = 'end'
    const whole = canvas.measureText(value).width <= besides
    if (!whole) y += 54
    for (const [nth, line] of linesOf(canvas, value, whole ? besides : width - 2 * margin).entries()) {
      if (nth > 0) y += 50
      canvas.fillText(line, end, y)
    }
    y += 62
  }
  y += 40
  centred(receipt.foot, `600 36px ${font}`, colours.soft, 44)
  return y + 48
}

/** @throws if the browser cannot create images */
export async function shareReceipt(receipt: Receipt): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height: 400 })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  canvas.height = Math.ceil(draw(context, receipt, canvas.height))
  draw(context, receipt, canvas.height)
  await sharePicture(canvas, `${receipt.name}.png`)
}
