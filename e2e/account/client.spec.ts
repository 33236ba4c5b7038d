import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { shared } from '../run/shared-product.ts'

const client = fileURLToPath(new URL('../../docs/client-example/client.mjs', import.meta.url))
const run = async (argument: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, [client, argument], { timeout: 150_000 })).stdout

// `npm run trial try-client` also runs the Python client, which this machine may lack.
it('a client written from the documents alone agrees with the known answers', async () => {
  expect(await run('--check')).toContain('vectors: all fit')
})

it('and creates, backs up, recharges, buys, transfers and withdraws on the running product', async () => {
  const said = await run(shared.address)
  for (const step of ['created', 'backed up', 'recharged', 'bought order', 'transferred', 'withdrawal', 'done'])
    expect(said).toContain(step)
})
