/** Builds, compresses and measures the web app in dist/web. npm run build (--any-size: reports excess size without failing). */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { reportBudgets } from './build/budgets.ts'
import { finishPage } from './build/page.ts'
import { prerender } from './build/prerender.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const out = join(root, 'dist', 'web')
const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : [path]
  })
}

/** Precompressed, so the server only sends them. */
function compress(): void {
  for (const path of files(out)) {
    if (!compressible.test(path) || statSync(path).size < 512) continue
    const plain = readFileSync(path)
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: quality }))
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
  }
}

await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
finishPage(root, await prerender())
compress()
if (!reportBudgets() && !process.argv.includes('--any-size')) process.exitCode = 1
