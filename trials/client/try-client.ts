/** npm run trial try-client [-- node (one of them)]. Needs python3 with `cryptography`. */
import { spawnSync } from 'node:child_process'
import { endProduct, removeData, startProduct } from '#e2e/run/product.ts'
import { root } from '#scripts/run/command.ts'

const clients = {
  python: ['python3', 'docs/client-example/client.py'],
  node: [process.execPath, 'docs/client-example/client.mjs'],
} as const
const wanted = Object.entries(clients).filter(([name]) => !process.argv[2] || process.argv[2] === name)

const run = ([program, ...args]: readonly [string, ...string[]]): boolean => {
  process.stdout.write(`\n${program} ${args.join(' ')}\n`)
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', timeout: 240_000 })
  if (error)
    process.stdout.write(
      `${program} could not be started: ${error.message}. This needs python3 and its package cryptography.\n`,
    )
  return status === 0
}

const product = await startProduct()
try {
  const fine = wanted.map(
    ([, [program, file]]) => run([program, file, '--check']) && run([program, file, product.address]),
  )
  process.exitCode = fine.every(Boolean) && fine.length > 0 ? 0 : 1
} finally {
  await endProduct(product)
  removeData(product)
}
