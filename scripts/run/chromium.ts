import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { root } from './command.ts'
import { unpackTar } from './unpack.ts'

/** Where an installed browser usually is, for systems the package has none for. CHROME_PATH names another. */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Software drawing, no sandbox (it needs rights a container lacks), figures drawn alike everywhere. Web security stays on. */
const flags = ['--no-sandbox', '--disable-setuid-sandbox', '--disable-gpu', '--font-render-hinting=none', '--no-zygote']

type Program = { readonly path: string; readonly env?: Readonly<Record<string, string>> }

/**
 * A real Chromium: the one named by CHROME_PATH, the one that comes as a package, or an installed one.
 * @param more further flags, e.g. what its camera sees
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { path, env = {} } = await findProgram()
  return chromium.launch({
    executablePath: path,
    args: [...flags, ...more],
    headless: true,
    env: { ...process.env, ...env },
  })
}

/** The same browser with its data in a folder, for a program that speaks to it beside this one. @param more further flags */
export async function launchProfile(folder: string, more: readonly string[]): Promise<BrowserContext> {
  const { path, env = {} } = await findProgram()
  const options = { executablePath: path, args: [...flags, ...more], headless: true, env: { ...process.env, ...env } }
  return chromium.launchPersistentContext(folder, { ...options, locale: 'en' })
}

async function findProgram(): Promise<Program> {
  const named = process.env.CHROME_PATH
  if (named) return { path: named }
  if (process.platform === 'linux' && process.arch === 'x64') return packaged()
  const path = installed.find(existsSync)
  if (!path) throw new Error('No Chromium for this system: install Chrome or Chromium, or name one in CHROME_PATH.')
  return { path }
}

/** The Chromium of the package, unpacked once, with the libraries it needs. A machine without fonts gets those of the package. */
async function packaged(): Promise<Program> {
  const manifest = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const folder = join(root, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) await unpack(join(dirname(manifest), 'bin'), folder)
  const libraries = [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: folder }
  return { path: join(folder, 'chromium'), env: { LD_LIBRARY_PATH: libraries, ...fonts } }
}

/** The package's own settings name folders of a machine that runs functions. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Unpacks beside the folder and then renames: nobody ever finds half a browser. */
async function unpack(archives: string, folder: string): Promise<void> {
  const own = `${folder}.${process.pid}`
  mkdirSync(own, { recursive: true })
  for (const name of ['al2023', 'fonts', 'swiftshader'])
    unpackTar(brotliDecompressSync(readFileSync(join(archives, `${name}.tar.br`))), own)
  writeFileSync(join(own, 'fonts.conf'), fontSettings)
  const program = createWriteStream(join(own, 'chromium'), { mode: 0o755 })
  await pipeline(createReadStream(join(archives, 'chromium.br')), createBrotliDecompress(), program)
  try {
    renameSync(own, folder)
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    // Another run was faster.
    if (!existsSync(folder)) throw error
  }
}
