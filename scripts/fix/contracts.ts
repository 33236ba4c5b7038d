/** Recompiles contracts into committed artifacts. npm run fix -- contracts [--check (only compares)]. */
import { readFileSync, writeFileSync } from 'node:fs'
import { compileContract, showArtefact } from '#outside/chains/contracts/compile.ts'

const root = new URL('../../outside/chains/contracts/', import.meta.url)

for (const name of ['TestToken', 'PayoutVault', 'Sweeper', 'Balances', 'TestBatch']) {
  const text = showArtefact(compileContract(name, readFileSync(new URL(`${name}.sol`, root), 'utf8')))
  const target = new URL(`${name}.json`, root)
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text)
    process.stdout.write(`outside/chains/contracts/${name}.json: written, ${text.length} bytes\n`)
  } else if (readFileSync(target, 'utf8') !== text) {
    process.stdout.write(
      `outside/chains/contracts/${name}.json: is behind its source, run 'npm run fix -- contracts'\n`,
    )
    process.exitCode = 1
  }
}
