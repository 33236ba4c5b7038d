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

/** Browser paths on systems that the package does not support. */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Containers lack the permissions for a sandbox. The other flags make rendering identical everywhere. Web security stays on. */
const flags = ['--no-sandbox', '--disable-setuid-sandbox', '--disable-gpu', '--font-render-hinting=none', '--no-zygote']

type Program = { readonly path: string; readonly env?: Readonly<Record<string, string>> }

export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { path, env = {} } = await findProgram()
  return chromium.launch({
    executablePath: path,
    args: [...flags, ...more],
    headless: true,
    env: { ...process.env, ...env },
  })
}

/** Lets a second program control the browser. @param more extra flags */
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

/** Chromium from an npm package, which also provides fonts if the machine has none. */
async function packaged(): Promise<Program> {
  const manifest = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const folder = join(root, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) await unpack(join(dirname(manifest), 'bin'), folder)
  const libraries = [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: folder }
  return { path: join(folder, 'chromium'), env: { LD_LIBRARY_PATH: libraries, ...fonts } }
}

/** The package's settings assume a cloud function's folders. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Renames atomically, so no process sees a partial browser. */
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
    // A concurrent run finished first.
    if (!existsSync(folder)) throw error
  }
}
