import { isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import { maskNickname } from '#identity/masked-nickname.ts'
import { outflowsOf } from '#identity/passwords/outflow.server.ts'
import { withoutCodeOf } from '#identity/passwords/without-code.store.ts'
import { regionalState } from '#identity/team/region.store.ts'
import {
  findWallet,
  isUpline,
  loadWallet,
  lockWallets,
  refuseWhileStopped,
  type Wallet,
} from '#identity/wallet.store.ts'
import { parseWalletId } from '#identity/wallet-id.ts'
import { multiply, parseUnits, type Rate, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { alwaysOpen, type Opening, openingAt, shownOpening } from '#kit/time/opening.ts'
import type { InputOf, OutputOf } from '#kit/wire/contract.ts'
import {
  type Implementation,
  implementMany,
  implementRead,
  type OneOf,
  type Outcome,
  outcomeOf,
} from '#kit/wire/implement.api.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf, balancesOf, postMany } from '#ledger/posting/ledger.store.ts'
import { rateFor, worthFor } from '#market/prices/value.store.ts'
import { limitsOf, type TransferLimits, transferLimits, transferOpenings, transferScope } from './transfer-settings.ts'
import { makeTransfer, transferRules, transfers, transferTarget } from './transfers.contract.ts'
import { isPaidBefore, keepTransfers, type NewTransfer, type Transfer, transfersOf } from './transfers.store.ts'
import { decideReceiver, decideTransfer, transferEntry } from './transfers.ts'

const pageSize = 20

const transferRulesApi = implementRead(transferRules, async ({ coin }, { db, walletId, now }) => {
  const wallet = await loadWallet(db, walletId)
  const { withdrawalsHeldUntil: heldUntil } = wallet
  const opening = (await readSetting(db, transferOpenings))[coin] ?? alwaysOpen
  const price = await worthFor(db, 'limits', coin, unitsPerOne, now)
  const { minimumValue, maximumValue } = await readSetting(db, transferLimits)
  const { limit, left } = await withoutCodeOf(db, walletId, now)
  return {
    coin,
    ...shownOpening(opening, now),
    open: openingAt(opening, now) === 'open',
    minimumValue,
    maximumValue,
    withoutCodeValue: showUnits(limit),
    withoutCodeLeft: showUnits(left),
    available: showUnits(await balanceOf(db, available(walletId), coin)),
    price: price === undefined ? null : showUnits(price),
    scope: await readSetting(db, transferScope),
    activated: wallet.activatedAt !== null,
    mayInvite: wallet.activatedAt !== null && (await regionalState(db, walletId, 'referral')).state !== 'off',
    googleBound: await isGoogleBound(db, walletId),
    stop: stopOf(wallet, now),
    heldUntil: heldUntil && heldUntil > now ? heldUntil.toISOString() : null,
  }
})

/** The first restriction that refuses a transfer; null if none. */
function stopOf(wallet: Wallet, now: Date): OutputOf<typeof transferRules>['stop'] {
  const { bannedAt, banReason, bannedUntil, frozenAt, withdrawalBanUntil: until, withdrawalBanReason } = wallet
  if (bannedAt) return { by: 'suspension', reason: banReason ?? '', until: bannedUntil?.toISOString() ?? null }
  if (frozenAt) return { by: 'freeze', reason: '', until: null }
  return until && until > now ? { by: 'ban', reason: withdrawalBanReason ?? '', until: until.toISOString() } : null
}

/** @throws identity.wallet_id_wrong if the check character does not match; looks nothing up */
const readId = (typed: string): WalletId => parseWalletId(typed) ?? fail('identity.wallet_id_wrong')

/** True if the receiver is below or above the sender. */
const isInTeam = async (sql: Sql, one: WalletId, other: WalletId): Promise<boolean> =>
  (await isUpline(sql, one, other)) || (await isUpline(sql, other, one))

/** @throws funds.receiver_* */
async function checkReceiver(sql: Sql, senderId: WalletId, receiver: Wallet | undefined): Promise<Wallet> {
  const scope = await readSetting(sql, transferScope)
  const inTeam = scope === 'any' || (receiver !== undefined && (await isInTeam(sql, senderId, receiver.id)))
  decideReceiver(senderId, receiver, scope, inTeam)
  return receiver as Wallet
}

const transferTargetApi = implementRead(transferTarget, async ({ receiverId: typed }, { db, walletId }) => {
  const receiver = await checkReceiver(db, walletId, await findWallet(db, readId(typed)))
  return {
    receiverId: receiver.id,
    nickname: maskNickname(receiver.nickname),
    paidBefore: await isPaidBefore(db, walletId, receiver.id),
  }
})

type Asked = OneOf<InputOf<typeof makeTransfer>> & { readonly receiverId: WalletId | undefined }
type Loaded = {
  readonly wallets: ReadonlyMap<WalletId, Wallet>
  readonly have: bigint
  readonly rates: ReadonlyMap<Coin, Rate | undefined>
  readonly limits: TransferLimits
  readonly openings: Partial<Record<Coin, Opening>>
}
type Terms = Omit<NewTransfer, 'key'> & { readonly key: string; readonly sender: Wallet; readonly receiver: Wallet }

/** Checks everything except the code. @throws as `decideReceiver` and `decideTransfer` */
async function decide({ input, call, receiverId }: Asked, tx: Tx, loaded: Loaded): Promise<Terms> {
  const { walletId, requestId: key, now } = call
  const { coin, amount, remark } = input
  if (!receiverId) fail('identity.wallet_id_wrong')
  const sender = loaded.wallets.get(walletId) ?? fail('identity.wallet_unknown')
  refuseWhileStopped(sender)
  const receiver = await checkReceiver(tx, walletId, loaded.wallets.get(receiverId))
  const units = parseUnits(amount, 2) ?? fail('field.format', { field: 'number' })
  const rate = loaded.rates.get(coin)
  // An insufficient balance is reported first, so its amount needs no value.
  const value = units > loaded.have || !rate ? undefined : multiply(units, rate, 'down')
  const { withdrawalBanUntil: until, withdrawalBanReason: reason, withdrawalsHeldUntil: heldUntil } = sender
  decideTransfer({
    coin,
    units,
    value,
    available: loaded.have,
    limits: loaded.limits,
    opening: loaded.openings[coin] ?? alwaysOpen,
    now,
    heldUntil,
    withdrawalBan: until ? { until, reason: reason ?? '' } : undefined,
    isPaidBefore: heldUntil !== null && heldUntil > now && (await isPaidBefore(tx, walletId, receiver.id)),
  })
  return { key, from: walletId, to: receiver.id, coin, units, value, remark, at: now, sender, receiver }
}

const makeTransferApi = implementMany(makeTransfer, async (calls, tx) => {
  const asked = calls.map((each): Asked => ({ ...each, receiverId: parseWalletId(each.input.receiverId) }))
  const ids = asked.map(({ call }) => call.walletId)
  const receivers = asked.flatMap(({ receiverId }) => receiverId ?? [])
  const accounts = asked.map(({ input, call }) => ({ account: available(call.walletId), asset: input.coin }))
  // Pipelined queries run in order, so balances are read after the locks.
  const [wallets, have, outflows] = await Promise.all([
    lockWallets(tx, [...ids, ...receivers]),
    balancesOf(tx, accounts),
    outflowsOf(tx, ids, (asked[0] as Asked).call.now),
  ])
  const rates = new Map<Coin, Rate | undefined>()
  for (const { input, call } of asked)
    if (!rates.has(input.coin)) rates.set(input.coin, await rateFor(tx, 'limits', input.coin, call.now))
  const limits = limitsOf(await readSetting(tx, transferLimits))
  const openings = await readSetting(tx, transferOpenings)
  const allowed: Outcome<Terms>[] = []
  for (const [place, each] of asked.entries())
    allowed.push(
      await outcomeOf(async () => {
        const terms = await decide(each, tx, { wallets, have: have[place] ?? 0n, rates, limits, openings })
        await outflows.authorize(each.call, { wallet: terms.sender, value: terms.value })
        return terms
      }),
    )
  await outflows.keep()
  const terms = allowed.flatMap((outcome) => ('answer' in outcome ? [outcome.answer] : []))
  if (terms.length === 0) return allowed as Outcome<never>[]
  const numbers = new Map<string, bigint>()
  for (const [place, id] of (await keepTransfers(tx, terms)).entries()) numbers.set(terms[place]?.key ?? '', id)
  const numbered = (key: string) => numbers.get(key) as bigint
  await postMany(
    tx,
    terms.map((each) => transferEntry({ ...each, id: numbered(each.key) }, each.at)),
  )
  return allowed.map((outcome) => {
    if ('refusal' in outcome) return outcome
    const { key, receiver, coin, units, remark, at } = outcome.answer
    const shown = { id: numbered(key), direction: 'out' as const, coin, units, remark, at }
    return { answer: show({ ...shown, otherId: receiver.id, otherNickname: receiver.nickname }) }
  })
})

const show = (transfer: Transfer): OutputOf<typeof makeTransfer> => ({
  id: Number(transfer.id),
  direction: transfer.direction,
  receiverId: transfer.otherId,
  nickname: maskNickname(transfer.otherNickname),
  coin: transfer.coin,
  amount: showUnits(transfer.units),
  remark: transfer.remark,
  at: transfer.at.toISOString(),
})

const transfersApi = implementRead(transfers, async ({ id, direction, coin, cursor }, { db, walletId, now }) => {
  const before = /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined
  const rows = await transfersOf(db, walletId, { id, direction, coin, before, limit: pageSize + 1 })
  const items = rows.slice(0, pageSize).map(show)
  return { items, next: rows.length > pageSize ? `${items.at(-1)?.id}` : '', asOf: now.toISOString() }
})

export const transfersCalls: readonly Implementation[] = [
  transferRulesApi,
  transferTargetApi,
  makeTransferApi,
  transfersApi,
]
