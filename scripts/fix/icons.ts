/** Renders the app icons from web/public/icon.svg. npm run fix -- icons */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../run/chromium.ts'

const folder = fileURLToPath(new URL('../../web/public/', import.meta.url))
/** Avoids a smooth gradient, whose noise makes files ten times larger. */
const steps = 62
const ends = [
  [11, 42, 91],
  [6, 103, 78],
] as const
const shade = (nth: number): string =>
  `rgb(${ends[0].map((from, channel) => Math.round(from + ((ends[1][channel] ?? 0) - from) * (nth / (steps - 1)))).join()})`
const stops = Array.from(
  { length: steps },
  (_, nth) =>
    `<stop offset="${nth / steps}" stop-color="${shade(nth)}"/><stop offset="${(nth + 1) / steps}" stop-color="${shade(nth)}"/>`,
).join('')
const drawing = readFileSync(`${folder}icon.svg`, 'utf8').replace(/<stop.*?(?=<\/linearGradient>)/, stops)
/** Full bleed, for systems that apply their own mask. */
const whole = drawing
  .replace(' rx="24"', '')
  .replace('<g fill="none"', '<g transform="translate(12 12) scale(.76)" fill="none"')

const pictures = [
  { name: 'icon-192', size: 192, source: drawing },
  { name: 'icon-512', size: 512, source: drawing },
  { name: 'icon-maskable', size: 512, source: whole },
  // iOS rounds corners and shows transparency as black.
  { name: 'icon-apple', size: 180, source: whole },
]

const browser = await launchBrowser()
try {
  const page = await browser.newPage()
  for (const { name, size, source } of pictures) {
    await page.setViewportSize({ width: size, height: size })
    const sized = source.replace('<svg ', `<svg width="${size}" height="${size}" `)
    await page.setContent(`<body style="margin:0;background:transparent">${sized}`)
    await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true })
  }
} finally {
  await browser.close()
}
