import { join } from 'node:path'
import { keepBound } from '#custody/payments/address/bound-address.store.ts'
import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { newAuthenticatorSecret } from '#identity/authenticator/authenticator.ts'
import { hashPassword } from '#identity/passwords/password.server.ts'
import { openSession } from '#identity/sessions/session.store.ts'
import { openWalletToken } from '#identity/sessions/wallet-token.store.ts'
import { activateWallet, insertWallet } from '#identity/wallet.store.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { loadSecrets, type Secrets, seal } from '#kit/store/secrets.store.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import { randomBytes, randomText } from '#kit/text/random.ts'
import { addMs, hourMs, wallClock } from '#kit/time/clock.ts'
import { type Account, available, company, outside } from '#ledger/posting/chart.ts'
import { post, postMany } from '#ledger/posting/ledger.store.ts'
import { keepNetwork } from '#outside/chains/network.store.ts'
import type { Network } from '#outside/chains/networks.ts'

export type Person = {
  readonly walletId: WalletId
  readonly token: string
  readonly sessionId: SessionId
  readonly secret: Uint8Array
  readonly walletToken: string
  readonly google: Uint8Array
  readonly address: string
}

export const benchPassword = 'Tranquil7heron'
const plenty = 100_000_000_000_000n
const hour = 6 * hourMs
const nowhere = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'

const brought = (key: string, to: readonly Account[], coin: Coin, units: bigint, code?: number) => ({
  key,
  at: wallClock.now(),
  postings: to.map((account) => ({
    from: outside(usualChain(coin)),
    to: account,
    asset: coin,
    units,
    ...(code ? { code } : {}),
  })),
})

/** Creates the demo's products, prices and pools, with company funds booked as deposits. */
export async function openCompany(db: Db): Promise<void> {
  await seedRows(db, wallClock)
  for (const coin of coins)
    await db.transaction((tx) => post(tx, brought(`bench:capital:${coin}`, [company('capital')], coin, plenty * 100n)))
  expect(await seedMoney(db, wallClock), 'the capital is there')
  // An unwatched chain, so withdrawals stay pending.
  const network: Network = {
    chain: 'eth',
    rpcUrl: '',
    evmChainId: 1,
    tokens: { USDT: nowhere },
    startBlock: 0,
    explorerUrl: '',
    companyAddresses: [],
    demo: true,
  }
  await db.transaction((tx) => keepNetwork(tx, network, 'bench'))
}

/** Creates users directly in the database to skip password hashing. google: whether they have an authenticator. */
export async function newPeople(db: Db, dataDir: string, count: number, google: boolean): Promise<Person[]> {
  const secrets = loadSecrets(join(dataDir, 'server-secret'))
  const passwordHash = await hashPassword(benchPassword, secrets, 'creation')
  const people: Person[] = []
  for (let from = 0; from < count; from += 100) {
    const some = await db.transaction(async (tx) => {
      const made: Person[] = []
      for (let place = from; place < Math.min(count, from + 100); place += 1)
        made.push(await newPerson(tx, { secrets, passwordHash, place: place + (google ? 60_000 : 0), google }))
      for (const coin of coins)
        await postMany(tx, [
          brought(
            `bench:${google}:${from}:${coin}`,
            made.map(({ walletId }) => available(walletId)),
            coin,
            plenty,
            2,
          ),
        ])
      return made
    })
    for (const { walletId } of some) await passGates(db, walletId)
    people.push(...some)
  }
  return people
}

type Birth = {
  readonly secrets: Secrets
  readonly passwordHash: string
  readonly place: number
  readonly google: boolean
}

async function newPerson(tx: Tx, { secrets, passwordHash, place, google: hasGoogle }: Birth): Promise<Person> {
  const wall = wallClock.now()
  const secret = randomBytes(32)
  const google = newAuthenticatorSecret()
  const walletId = await insertWallet(tx, { sponsorId: undefined, passwordHash, at: addMs(wall, -hour) })
  await activateWallet(tx, walletId, addMs(wall, -hour))
  const address = `198.${18 + (place >> 16)}.${(place >> 8) & 255}.${place & 255}`
  const sessionId = randomText(16) as SessionId
  const caller = { deviceId: 'bench', userAgent: 'bench', ip: address }
  const token = await openSession(tx, { ...caller, walletId, id: sessionId, secret, wall, secrets })
  // Extends the token so it stays valid during a run.
  const { token: walletToken } = await openWalletToken(tx, {
    sessionId,
    provedHash: passwordHash,
    wall: addMs(wall, hour),
  })
  if (hasGoogle) await bind(tx, walletId, wall)
  if (hasGoogle)
    await tx.query('INSERT INTO authenticator (wallet_id, sealed_secret, bound_at, last_step) VALUES ($1, $2, $3, 0)', [
      walletId,
      seal(secrets.sealKey, google, `authenticator:bound:${walletId}`),
      addMs(wall, -hour),
    ])
  return { walletId, token, sessionId, secret, walletToken, google, address }
}

async function bind(tx: Tx, walletId: WalletId, wall: Date): Promise<void> {
  const at = addMs(wall, -10 * hour)
  await keepBound(tx, {
    walletId,
    chain: 'eth',
    address: nowhere,
    remark: '',
    signedAddress: nowhere,
    issuedAt: Math.floor(at.getTime() / 1000),
    publicKey: 'A'.repeat(43),
    signature: 'A'.repeat(86),
    boundAt: at,
    payableFrom: addMs(at, hour),
  })
}
