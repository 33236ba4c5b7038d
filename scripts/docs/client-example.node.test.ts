import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import { wallClock } from '#kit/time/clock.ts'
import { signSecret } from '#kit/wire/signing/sign.ts'
import { testApp } from '#server/test/test-app.ts'
import { credit } from '#server/test/test-funds.ts'
import { root } from '../run/command.ts'
import { vectorsText } from './tables/vectors.ts'

const folder = join(root, 'docs/client-example')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

it('the known answers are those of the code, and the client written from the page agrees with them', async () => {
  expect(read('vectors.json')).toBe(await vectorsText())
  expect(execFileSync(process.execPath, [join(folder, 'client.mjs'), '--check'], { encoding: 'utf8' })).toContain(
    'all fit',
  )
})

type ExampleClient = {
  readonly walletId: WalletId
  create(password: string): Promise<void>
  backUp(): Promise<void>
  confirm(): Promise<void>
  get(path: string): Promise<{ items: readonly { coin: string; available: string }[] }>
  post(path: string, fields: object): Promise<{ state: string }>
}

it('a client that knows only the page and the reference makes a transfer', async () => {
  const world = await testApp({ config: { wall: wallClock } })
  try {
    const host = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { Client } = (await import(join(folder, 'client.mjs'))) as {
      Client: { at(host: string): Promise<ExampleClient> }
    }
    const [sender, receiver] = [await Client.at(host), await Client.at(host)]
    for (const client of [sender, receiver]) {
      await client.create('Example7pass')
      await client.backUp()
    }
    await credit(world, sender, 'bsc', 'USDT', '100')
    await sender.confirm()
    await sender.post('/wallet/conver', { target: receiver.walletId, coin: 'USDT', number: '25' })
    const { items } = await receiver.get('/wallet/assets')
    expect(items.find(({ coin }) => coin === 'USDT')?.available).toBe('25')
  } finally {
    await world.close()
  }
})

it('the page, its word list and its clients hold what they say', () => {
  expect(read('english.txt').trim().split('\n')).toEqual(wordlist)
  expect(readFileSync(join(root, 'docs/client.md'), 'utf8')).toContain(`\`${signSecret}\``)
  for (const name of ['client.py', 'client.mjs']) {
    const text = read(name)
    expect(text.split('\n').length, name).toBeLessThan(300)
    // Must not import our code; the documents suffice for a client.
    expect(text).not.toMatch(/from ['"][#.]/)
  }
})
