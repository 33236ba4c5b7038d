import { fileURLToPath } from 'node:url'
import { base64urlnopad } from '@scure/base'
import { build, type Rolldown } from 'vite'
import { expect } from '#kit/expect.ts'
import type { ClientWallet, TestClient } from '#server/test/test-client.ts'
import type { Person } from './person.ts'

const entry = fileURLToPath(new URL('../../ui/form/test-enter.ts', import.meta.url))
let script: Promise<string> | undefined

/** Bundles the app's own session code. */
async function makeScript(): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'entering' } },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = made.flatMap(({ output }) => output)
  expect(chunk?.type === 'chunk', 'one script is made')
  return chunk.code
}

/** Signs the browser in with a client's session, which they share. */
export async function enterAs(
  { page, address }: Person,
  client: TestClient,
  { walletId, phrase, password }: ClientWallet,
  activated: boolean,
): Promise<void> {
  const { session, deviceId } = client.line
  expect(session?.secret, 'the client is signed in')
  const { token, sessionId } = session
  const secret = base64urlnopad.encode(session.secret)
  script ??= makeScript()
  // A same-origin page without the app.
  await page.goto(`${address}/icon.svg`)
  await page.evaluate(await script)
  const entering = { walletId, words: phrase, password, activated, deviceId, token, sessionId, secret }
  await page.evaluate(`enter(${JSON.stringify(entering)})`)
  await page.goto(`${address}/#/pages/index/index`)
  await page.locator('main').waitFor()
}
