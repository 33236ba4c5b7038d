import type { PayerContext } from '#custody/payments/lane.server.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { requestWithdrawal, withdrawals } from '#features/withdrawals/withdrawals.contract.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import { dayMs } from '#kit/time/clock.ts'
import type { CallInputOf, OutputOf } from '#kit/wire/contract.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import type { Network } from '#outside/chains/networks.ts'
import type { ChainPort } from '#outside/chains/port.ts'
import type { Signer } from '#outside/chains/signer/signer.ts'
import { type TestApp, testApp } from './test-app.ts'
import { credit, type Holder, newHolder } from './test-funds.ts'

type Withdrawal = OutputOf<typeof withdrawals>['items'][number]
type Payer = ReturnType<typeof createPayer>
type Nodes = { readonly networks: readonly Network[]; readonly signer: Signer; close(): Promise<void> }

export type MoneyWorldOptions = {
  readonly homes: Partial<Record<ChainId, string>>
  readonly usdt?: string
  readonly db?: Db
}

export type MoneyWorld = {
  readonly app: TestApp
  readonly chains: Chains
  readonly holder: Holder
  readonly payer: Payer
  readonly job: PayerContext
  watch(): Promise<void>
  asking(amount: string, coin?: Coin, chain?: ChainId): Promise<CallInputOf<typeof requestWithdrawal>>
  ask(amount: string, coin?: Coin, chain?: ChainId): Promise<Withdrawal>
  read(id: number): Promise<Withdrawal | undefined>
  through(change: (port: ChainPort) => Partial<ChainPort>, only?: ChainId): Chains
  payerThrough(change: Partial<ChainPort>, options?: Partial<PayerContext>): Payer
  close(): Promise<void>
}

export const home: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** Connects a new server to nodes and creates a holder with usable bound addresses. `close()` also stops the nodes. */
export async function moneyWorld(nodes: Nodes, { homes, usdt, ...own }: MoneyWorldOptions): Promise<MoneyWorld> {
  const app = await testApp(own)
  const { db, clock } = app
  const chains = await connectChains({ db, networks: nodes.networks, signer: nodes.signer })
  const holder = await newHolder(app)
  const bound = Object.entries(homes) as [ChainId, string][]
  for (const [chain, address] of bound) await holder.bind(chain, address)
  clock.advance(dayMs)
  const first = bound[0]?.[0] ?? 'bsc'
  if (usdt) await credit(app, holder, first, 'USDT', usdt)

  const job = { db, clock, chains }

  const asking: MoneyWorld['asking'] = async (amount, coin = 'USDT', chain = first) => {
    const code = holder.code()
    await holder.client.confirm()
    return { chain, coin, amount, code }
  }
  const through: MoneyWorld['through'] = (change, only) => {
    const seen = [...chains.connected].map(([name, each]) => {
      const differs = only === undefined || only === name ? change(each.port) : {}
      return [name, { ...each, port: { ...each.port, ...differs } }] as const
    })
    return { ...chains, connected: new Map(seen) }
  }
  return {
    app,
    chains,
    holder,
    payer: createPayer(job),
    job,
    watch: () => watchNetworks(job),
    asking,
    ask: async (...what) => holder.client.call(requestWithdrawal, await asking(...what)),
    read: async (id) => (await holder.client.call(withdrawals, { id })).items[0],
    through,
    payerThrough: (change, options) => createPayer({ ...job, chains: through(() => change), ...options }),
    async close() {
      await app.close()
      await nodes.close()
    },
  }
}
