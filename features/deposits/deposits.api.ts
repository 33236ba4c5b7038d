import { setTimeout as wait } from 'node:timers/promises'
import { pacesOf } from '#custody/chain-pace.store.ts'
import { type ChainPace, secondsFor } from '#custody/chain-pace.ts'
import { depositMinimum, depositMinimums, depositOpenings } from '#custody/watching/deposits/deposit-settings.ts'
import { depositsOf, dustOf, keepWish, type ShownDeposit } from '#custody/watching/deposits/deposits.store.ts'
import { depthOf } from '#custody/watching/deposits/deposits.ts'
import { lastOperation, sortedJson, textOf } from '#identity/operators/operator-log.store.ts'
import { loadWallet, lockWallet } from '#identity/wallet.store.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { type Coin, isCoin } from '#kit/amount/coins.ts'
import { type AddressForm, type ChainId, chainCoin, chainIds, chains, isChain } from '#kit/chain/chains.ts'
import type { DepositCertificate } from '#kit/chain/deposit-certificate.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { alwaysOpen, type Opening, openingAt, shownOpening } from '#kit/time/opening.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { depositAddressOf, depositCertificatesOf } from '#outside/chains/keys/deposit-address.store.ts'
import { depositKeys } from '#outside/chains/keys/deposit-key.store.ts'
import {
  carries,
  explorerLink,
  findNetwork,
  isSimulated,
  loadNetworks,
  type NetworkRow,
} from '#outside/chains/network.store.ts'
import { publishedDays } from '#proofs/days/publish.store.ts'
import { depositKeyVerb } from './deposit-keys.ts'
import { askFaucet, depositAddresses, deposits, listDepositKeys } from './deposits.contract.ts'

const pageSize = 20
const faucetMaximum = '10000'

type ShownChain = OutputOf<typeof depositAddresses>['chains'][number]

type Settings = {
  readonly openings: Readonly<Record<string, Opening>>
  readonly minimums: Readonly<Record<string, string>>
}

function showChain(
  chain: ChainId,
  network: NetworkRow | undefined,
  mine: {
    readonly address: string | undefined
    readonly certificate: DepositCertificate | undefined
    readonly pace: ChainPace | undefined
  },
  { openings, minimums }: Settings,
  now: Date,
): ShownChain {
  const { name, standard, form, confirmations, blockMs, coins } = chains[chain]
  const { address, certificate = null, pace = { blockMs, isLate: false } } = mine
  return {
    chain,
    name,
    standard,
    enabled: network !== undefined && address !== undefined,
    simulated: isSimulated(network),
    address: (network && address) ?? '',
    certificate: network ? certificate : null,
    confirmations,
    usualSeconds: secondsFor(confirmations, pace),
    late: pace.isLate,
    evmChainId: network && form === 'evm' ? Number(network.evmChainId) : null,
    coins: Object.entries(coins)
      .filter(([coin]) => isCoin(coin) && (!network || carries(network, coin)))
      .map(([coin]) => {
        expect(isCoin(coin), 'only coins travel on chains')
        const opening = openings[`${chain}.${coin}`] ?? alwaysOpen
        const minimum = showUnits(depositMinimum(minimums, chain, coin))
        const token = (form === 'evm' && network?.tokens[coin]) || null
        return { coin, token, minimum, ...shownOpening(opening, now), open: openingAt(opening, now) === 'open' }
      }),
  }
}

async function refuseWhileClosed(sql: Sql, chain: ChainId, coin: Coin, now: Date): Promise<void> {
  if (!chainCoin(chain, coin)) fail('funds.chain_coin', { chain: chains[chain].name, coin })
  const opening = (await readSetting(sql, depositOpenings))[`${chain}.${coin}`] ?? alwaysOpen
  const state = carries(await findNetwork(sql, chain), coin) ? openingAt(opening, now) : 'closed'
  if (state === 'closed') fail('funds.deposit_closed', { coin })
  if (state === 'wrong_time') fail('funds.deposit_wrong_time', { coin, from: opening.opensAt, to: opening.closesAt })
}

/** Poll interval and count: three seconds in total. */
const lookAgainMs = 100
const looksMax = 30

/** The response waits for the signer, so users see an unverifiable address only while the signer is down. */
async function awaitCertificates(
  db: Db,
  walletId: WalletId,
  forms: readonly AddressForm[],
): Promise<ReadonlyMap<AddressForm, DepositCertificate>> {
  for (let looks = 1; ; looks++) {
    const certificates = await depositCertificatesOf(db, walletId)
    if (looks === looksMax || forms.every((form) => certificates.has(form))) return certificates
    await wait(lookAgainMs)
  }
}

const depositAddressesApi = implementRead(depositAddresses, async ({ chain, coin }, { db, walletId, now }) => {
  if (chain && coin) await refuseWhileClosed(db, chain, coin, now)
  const wallet = await loadWallet(db, walletId)
  const networks = await loadNetworks(db)
  const addresses = new Map<AddressForm, string | undefined>()
  for (const { chain } of networks) {
    const { form } = chains[chain]
    if (!addresses.has(form)) addresses.set(form, await depositAddressOf(db, walletId, wallet.serial, form))
  }
  const certificates = await awaitCertificates(
    db,
    walletId,
    [...addresses.keys()].filter((form) => addresses.get(form)),
  )
  const settings = {
    openings: await readSetting(db, depositOpenings),
    minimums: await readSetting(db, depositMinimums),
  }
  const paces = await pacesOf(db, networks, now)
  const networkOf = new Map(networks.map((network) => [network.chain, network]))
  const shown = chainIds.map((chain) => {
    const { form } = chains[chain]
    const mine = { address: addresses.get(form), certificate: certificates.get(form), pace: paces.get(chain) }
    return showChain(chain, networkOf.get(chain), mine, settings, now)
  })
  return { chains: shown, faucet: networks.some(({ demo }) => demo), faucetMaximum }
})

const listDepositKeysApi = implementRead(listDepositKeys, async (_, { db }) => {
  const [latest] = await publishedDays(db, 1)
  const line = await lastOperation(db, depositKeyVerb)
  return {
    keys: await depositKeys(db),
    latest: latest ? { text: latest.text, signature: latest.signature, publicKey: latest.publicKey } : null,
    logged: line
      ? {
          text: textOf(line),
          signature: line.signature,
          publicKey: line.publicKey,
          args: sortedJson(line.args),
          salt: line.salt,
        }
      : null,
  }
})

function showDeposit(
  deposit: ShownDeposit,
  networks: readonly NetworkRow[],
  paces: ReadonlyMap<ChainId, ChainPace>,
): OutputOf<typeof deposits>['items'][number] {
  const { id, payments, chain, coin, units, state, address, hash, seenAt, creditedAt, orphanedAt, blockNumber } =
    deposit
  const network = networks.find((row) => row.chain === chain)
  const needed = chains[chain].confirmations
  const depth = state === 'seen' ? depthOf(network?.head ?? 0n, blockNumber, needed) : needed
  const pace = state === 'seen' && !orphanedAt ? paces.get(chain) : undefined
  return {
    id: Number(id),
    payments: Number(payments),
    chain,
    coin,
    amount: showUnits(units),
    state: state === 'corrected' ? state : orphanedAt ? 'orphaned' : state === 'seen' ? 'confirming' : state,
    confirmations: depth,
    confirmationsNeeded: needed,
    secondsLeft: pace && !pace.isLate && depth < needed ? secondsFor(needed - depth, pace) : null,
    late: pace?.isLate === true,
    address,
    hash,
    explorerUrl: explorerLink(network, hash),
    seenAt: seenAt.toISOString(),
    creditedAt: creditedAt?.toISOString() ?? null,
  }
}

const depositsApi = implementRead(deposits, async ({ coin, chain, cursor }, { db, walletId, now }) => {
  const before = /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined
  const rows = await depositsOf(db, walletId, { coin, chain, before, limit: pageSize + 1 })
  const networks = await loadNetworks(db)
  const page = rows.slice(0, pageSize)
  const next = rows.length > pageSize ? `${page.at(-1)?.id}` : ''
  // Dust is only a few rows.
  const dust = before === undefined ? await dustOf(db, walletId, { coin, chain }) : []
  const shown = [...dust, ...page].toSorted((a, b) => b.seenAt.getTime() - a.seenAt.getTime())
  const isWaiting = page.some(({ state }) => state === 'seen')
  const paces = isWaiting ? await pacesOf(db, networks, now) : new Map<ChainId, ChainPace>()
  return { items: (dust.length > 0 ? shown : page).map((row) => showDeposit(row, networks, paces)), next }
})

const askFaucetApi = implement(askFaucet, async ({ chain, coin, amount }, { tx, walletId, requestId, now }) => {
  const units = parseUnits(amount, 2)
  if (!isChain(chain) || !chainCoin(chain, coin)) fail('funds.chain_coin', { coin, chain: chains[chain].name })
  const network = await findNetwork(tx, chain)
  if (!network?.demo) fail('funds.faucet_closed')
  if (units === undefined || units > (parseUnits(faucetMaximum) ?? 0n))
    fail('funds.faucet_maximum', { maximum: faucetMaximum, coin })
  const { serial } = await lockWallet(tx, walletId)
  await depositAddressOf(tx, walletId, serial, chains[chain].form)
  return { id: Number(await keepWish(tx, { key: requestId, walletId, chain, coin, units, at: now })) }
})

export const depositsCalls: readonly Implementation[] = [
  depositAddressesApi,
  listDepositKeysApi,
  depositsApi,
  askFaucetApi,
]
