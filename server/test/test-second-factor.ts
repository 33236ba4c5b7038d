import { Secret } from 'otpauth'
import { bindGoogle, setUpGoogle } from '#features/security/security.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { pastCodes, type TestApp } from './test-app.ts'

/** A client with authenticator and confirmed wallet password, and a generator of unused codes. */
export async function boundClient(world: TestApp) {
  const client = world.client()
  const wallet = await client.createWallet()
  await client.confirm()
  const { bytes } = Secret.fromBase32((await client.call(setUpGoogle, {})).secret)
  const codeNow = () => codeAt(bytes, world.wall.now())
  await client.call(bindGoogle, { code: codeNow() })
  world.wall.advance(pastCodes)
  return { client: Object.assign(client, wallet), codeNow }
}
