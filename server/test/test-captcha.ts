import { readPuzzle } from '#identity/captcha/captcha.server.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import { checkCaptcha, loadCaptcha } from '#kit/wire/contracts/captcha.contract.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const testSecrets = deriveSecrets(new Uint8Array(32).fill(1))

export const holeOf = (world: TestApp, { key, secret }: { key: string; secret: string }, ip = '127.0.0.1'): number =>
  readPuzzle({ secrets: testSecrets, ip, wall: world.wall.now() }, { key, secret }).x

export async function solved(world: TestApp, client: TestClient): Promise<{ checkKey: string; checkSign: string }> {
  const { key, secret } = await client.call(loadCaptcha, {})
  const value = String(holeOf(world, { key, secret }))
  world.wall.advance(1_000)
  const { captchaSign } = await client.call(checkCaptcha, { key, secret, value })
  return { checkKey: key, checkSign: captchaSign }
}
