import { Secret } from 'otpauth'
import { bindGoogle, setUpGoogle } from '#features/security/security.contract.ts'
import { bindAddress } from '#features/withdrawals/withdrawals.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { signText } from '#identity/sessions/identity-key.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { seedMarket } from '#market/market.store.ts'
import type { TestApp } from './test-app.ts'
import type { ClientWallet, CreateChoices, TestClient } from './test-client.ts'

export type Party = ClientWallet & { readonly client: TestClient }

export async function newParty(app: TestApp, choices: CreateChoices = {}): Promise<Party> {
  const client = app.client()
  const wallet = await client.createWallet(choices)
  await client.confirm()
  return { ...wallet, client }
}

/** A wallet with a confirmed password and an authenticator. */
export type Holder = Party & {
  code(): string
  codeNow(): string
  sign(chain: ChainId, address: string, at?: Date): { readonly issuedAt: number; readonly signature: string }
  signChange(chain: ChainId, from: string, to: string, at?: Date): ReturnType<Holder['sign']>
  bind(chain: ChainId, address: string): Promise<void>
}

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
    // Signs any string; the server must reject bad addresses.
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

export async function credit(
  app: TestApp,
  { walletId }: Pick<ClientWallet, 'walletId'>,
  chain: ChainId,
  asset: Coin,
  amount: string,
) {
  const units = parseUnits(amount) ?? 0n
  const at = app.clock.now()
  const postings = [{ from: outside(chain), to: available(walletId), asset, units, code: 2 }]
  await app.db.transaction((tx) => post(tx, { key: `test:${walletId}:${chain}:${asset}:${amount}`, at, postings }))
}

/** Adds capital in both coins and opens a USDT/WLD market with it. */
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
        postings: [{ from: outside(chain), to: company('capital'), asset, units: units('300000') }],
      })
    const [baseUnits, quotedUnits] = [units('200000'), units('160000')]
    await seedMarket(tx, { pair: 'USDT-WLD', baseUnits, quotedUnits, key: 'test:seed', at })
  })
}
