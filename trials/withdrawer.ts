import { Secret } from 'otpauth'
import { depositAddresses } from '#features/deposits/deposits.contract.ts'
import { bindGoogle, setUpGoogle } from '#features/security/security.contract.ts'
import { bindAddress } from '#features/withdrawals/withdrawals.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { bindMessage, signText } from '#identity/sessions/identity-key.ts'
import { type ChainId, chainIds, chains } from '#kit/chain/chains.ts'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import { tronAddressOf } from '#kit/chain/tron-address.ts'
import { randomBytes, randomHex } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { type ClientWallet, type TestClient, testClient } from '#server/test/test-client.ts'

/** Milliseconds until a new single-use code is available. */
export const codeMs = 31_000

export type Withdrawer = {
  readonly client: TestClient
  readonly wallet: ClientWallet
  readonly secret: Uint8Array
  readonly home: Readonly<Record<ChainId, string>>
  readonly deposit: Readonly<Record<ChainId, string>>
}

export async function newWithdrawer(address: string): Promise<Withdrawer> {
  const client = testClient(address)
  const wallet = await client.createWallet()
  await client.confirm()
  const secret = Secret.fromBase32((await client.call(setUpGoogle, {})).secret).bytes
  await client.call(bindGoogle, { code: codeAt(secret, wallClock.now()) })
  const evm = checksumAddress(`0x${randomHex(20)}`)
  const tron = tronAddressOf(randomBytes(20))
  const home = Object.fromEntries(
    chainIds.map((chain) => [chain, chains[chain].form === 'tron' ? tron : evm]),
  ) as Withdrawer['home']
  const shown = (await client.call(depositAddresses, {})).chains
  const deposit = Object.fromEntries(shown.map((each) => [each.chain, each.address])) as Withdrawer['deposit']
  return { client, wallet, secret, home, deposit }
}

export async function bindHome({ client, wallet, secret, home }: Withdrawer, chain: ChainId): Promise<void> {
  const issuedAt = Math.floor(wallClock.now().getTime() / 1000)
  const signature = signText(bindMessage(wallet.walletId, chain, home[chain], issuedAt), wallet.key)
  const code = codeAt(secret, wallClock.now())
  await client.confirm()
  await client.call(bindAddress, { chain, address: home[chain], remark: 'mine', code, issuedAt, signature })
}
