import { guillochePath } from '#kit/seal/guilloche.ts'
import { sharePicture } from '#ui/picture/share-picture.ts'
import { qrPath } from '#ui/sheet/qr-path.ts'

export type Poster = {
  readonly walletId: string
  readonly link: string
  readonly title: string
  readonly invitation: string
  readonly idLabel: string
}

const [width, height] = [1080, 1920]
const side = 560

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

function drawGround(canvas: CanvasRenderingContext2D, walletId: string): void {
  const ground = canvas.createLinearGradient(0, 0, width, height)
  for (const [stop, name] of ['--hero-1', '--hero-2', '--hero-3'].entries()) ground.addColorStop(stop / 2, colour(name))
  canvas.fillStyle = ground
  canvas.fillRect(0, 0, width, height)
  canvas.strokeStyle = colour('--hero-ink')
  canvas.lineWidth = 3
  for (let ring = 0; ring < 4; ring += 1) {
    canvas.globalAlpha = 0.16 - ring * 0.03
    canvas.save()
    canvas.translate(width / 2, 620)
    canvas.rotate((ring * 11 * Math.PI) / 180)
    canvas.translate(-700, -700)
    canvas.stroke(new Path2D(guillochePath(`${walletId}${ring}`, 1_400)))
    canvas.restore()
  }
  canvas.globalAlpha = 1
}

function drawCode(canvas: CanvasRenderingContext2D, link: string): void {
  const { path, side: modules } = qrPath(link)
  const cell = Math.floor(side / modules)
  const edge = cell * modules
  canvas.save()
  canvas.translate(Math.round((width - edge) / 2), 900)
  canvas.fillStyle = '#ffffff'
  canvas.beginPath()
  canvas.roundRect(-20, -20, edge + 40, edge + 40, 36)
  canvas.fill()
  canvas.fillStyle = '#0d1e47'
  canvas.scale(cell, cell)
  canvas.fill(new Path2D(path))
  canvas.restore()
}

function drawLines(canvas: CanvasRenderingContext2D, text: string, top: number, lineHeight: number): void {
  let line = ''
  let y = top
  // Text without spaces may break anywhere.
  const words = text.includes(' ') ? text.split(/(?<= )/) : [...text]
  for (const word of words) {
    if (line !== '' && canvas.measureText(line + word).width > width - 200) {
      canvas.fillText(line.trim(), width / 2, y)
      line = ''
      y += lineHeight
    }
    line += word
  }
  canvas.fillText(line.trim(), width / 2, y)
}

function drawPoster(canvas: CanvasRenderingContext2D, poster: Poster): void {
  const font = getComputedStyle(document.body).fontFamily
  drawGround(canvas, poster.walletId)
  canvas.direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  canvas.textAlign = 'center'
  canvas.fillStyle = colour('--hero-ink')
  canvas.font = `700 104px ${font}`
  canvas.fillText(poster.title, width / 2, 320)
  canvas.font = `500 52px ${font}`
  drawLines(canvas, poster.invitation, 440, 76)
  drawCode(canvas, poster.link)
  canvas.fillStyle = colour('--hero-ink-2')
  canvas.font = `500 44px ${font}`
  canvas.fillText(poster.idLabel, width / 2, 1_660)
  canvas.fillStyle = colour('--hero-ink')
  canvas.direction = 'ltr'
  canvas.font = `700 88px ${font}`
  canvas.fillText(poster.walletId.replace(/(.{4})(?=.)/g, '$1 '), width / 2, 1_770)
}

/** Shares the picture, or saves it if sharing is not available. @throws if it cannot be made */
export async function sharePoster(poster: Poster): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  drawPoster(context, poster)
  await sharePicture(canvas, `glasshouse-${poster.walletId}.png`, poster.link)
}
