import { Secret } from 'otpauth'
import { bindGoogle, setUpGoogle } from '#features/security/security.contract.ts'
import { bindAddress } from '#features/withdrawals/withdrawals.contract.ts'
import { codeAt } from '#identity/authenticator.ts'
import { signText } from '#identity/identity-key.ts'
import { parseUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'
import { minuteMs } from '#kit/clock.ts'
import { available, house, outside } from '#ledger/chart.ts'
import { post } from '#ledger/ledger.store.ts'
import { seedMarket } from '#market/market.store.ts'
import type { TestApp } from './test-app.ts'
import type { ClientWallet, CreateChoices, TestClient } from './test-client.ts'

/** For tests: a wallet and a client that is signed in to it, its password confirmed. */
export type Party = ClientWallet & { readonly client: TestClient }

/** Creates a wallet over the wire and confirms its password. */
export async function newParty(app: TestApp, choices: CreateChoices = {}): Promise<Party> {
  const client = app.client()
  const wallet = await client.createWallet(choices)
  await client.confirm()
  return { ...wallet, client }
}

/** For tests: a wallet with password confirmed and an authenticator bound. */
export type Holder = Party & {
  /** A code that was not used yet. */
  code(): string
  /** The code of this moment. */
  codeNow(): string
  /** Signs an address as the device does. */
  sign(chain: ChainId, address: string, at?: Date): { readonly issuedAt: number; readonly signature: string }
  /** Signs that an address of a chain takes the place of another, as the device does. */
  signChange(chain: ChainId, from: string, to: string, at?: Date): ReturnType<Holder['sign']>
  /** Binds an address on a chain, with everything it needs. */
  bind(chain: ChainId, address: string): Promise<void>
}

/** Creates a wallet over the wire, with everything a withdrawal needs but an address. */
export async function newHolder(app: TestApp): Promise<Holder> {
  const { client, ...wallet } = await newParty(app)
  const secret = Secret.fromBase32((await client.call(setUpGoogle, {})).secret).bytes
  await client.call(bindGoogle, { code: codeAt(secret, app.wall.now()) })
  const codeNow = (): string => codeAt(secret, app.wall.now())
  const code = (): string => {
    app.wall.advance(minuteMs)
    return codeNow()
  }
  const sign: Holder['sign'] = (chain, address, at = app.wall.now()) => {
    const issuedAt = Math.floor(at.getTime() / 1000)
    // Whatever shape the address has: what is wrong with it is for the server to say.
    const text = ['idwallet-bind-v1', wallet.walletId, chain, address, issuedAt].join('\n')
    return { issuedAt, signature: signText(text, wallet.key) }
  }
  const signChange: Holder['signChange'] = (chain, from, to, at = app.wall.now()) => {
    const issuedAt = Math.floor(at.getTime() / 1000)
    const text = ['idwallet-change-v1', wallet.walletId, chain, from, to, issuedAt].join('\n')
    return { issuedAt, signature: signText(text, wallet.key) }
  }
  const bind: Holder['bind'] = async (chain, address) => {
    const fresh = code()
    await client.confirm()
    await client.call(bindAddress, { chain, address, remark: 'mine', code: fresh, ...sign(chain, address) })
  }
  return { ...wallet, client, code, codeNow, sign, signChange, bind }
}

/** Gives a wallet coins as a deposit would. */
export async function credit(app: TestApp, { walletId }: ClientWallet, chain: ChainId, asset: Coin, amount: string) {
  const units = parseUnits(amount) ?? 0n
  const at = app.clock.now()
  const postings = [{ from: outside(chain), to: available(walletId), asset, units, code: 2 }]
  await app.db.transaction((tx) => post(tx, { key: `test:${walletId}:${chain}:${asset}:${amount}`, at, postings }))
}

/** For tests: capital of both coins, and a market of USDT and WLD that the company opened with it. */
export async function openMarket({ db }: TestApp, at: Date): Promise<void> {
  const units = (amount: string): bigint => parseUnits(amount) ?? 0n
  await db.transaction(async (tx) => {
    for (const [asset, chain] of [
      ['USDT', 'bsc'],
      ['WLD', 'eth'],
    ] as const)
      await post(tx, {
        key: `test:capital:${asset}`,
        at,
        postings: [{ from: outside(chain), to: house('capital'), asset, units: units('300000') }],
      })
    const [baseUnits, quotedUnits] = [units('200000'), units('160000')]
    await seedMarket(tx, { pair: 'USDT-WLD', baseUnits, quotedUnits, key: 'test:seed', at })
  })
}
