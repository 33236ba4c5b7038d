import { isGoogleBound } from '#identity/authenticator.store.ts'
import { maskNickname } from '#identity/masked-nickname.ts'
import {
  findWallet,
  isUpline,
  loadWallet,
  lockWallet,
  refuseWhileStopped,
  type Wallet,
} from '#identity/wallet.store.ts'
import { parseWalletId } from '#identity/wallet-id.ts'
import { authoriseMove, withoutCodeOf } from '#identity/without-code.store.ts'
import { parseUnits, showUnits, unitsPerOne } from '#kit/amount.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { alwaysOpen, openingAt, shownOpening } from '#kit/opening.ts'
import { readSetting } from '#kit/settings.store.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { available } from '#ledger/chart.ts'
import { balanceOf, post } from '#ledger/ledger.store.ts'
import { worthFor } from '#market/value.store.ts'
import { limitsOf, transferLimits, transferOpenings, transferScope } from './transfer-settings.ts'
import { makeTransfer, transferRules, transfers, transferTarget } from './transfers.contract.ts'
import { isPaidBefore, keepTransfer, type Transfer, transfersOf } from './transfers.store.ts'
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
    googleBound: await isGoogleBound(db, walletId),
    stop: stopOf(wallet, now),
    heldUntil: heldUntil && heldUntil > now ? heldUntil.toISOString() : null,
  }
})

/** What keeps a wallet from any transfer, in the order in which one would be refused; null where nothing does. */
function stopOf(wallet: Wallet, now: Date): OutputOf<typeof transferRules>['stop'] {
  const { bannedAt, banReason, bannedUntil, frozenAt, withdrawalBanUntil: until, withdrawalBanReason } = wallet
  if (bannedAt) return { by: 'suspension', reason: banReason ?? '', until: bannedUntil?.toISOString() ?? null }
  if (frozenAt) return { by: 'freeze', reason: '', until: null }
  return until && until > now ? { by: 'ban', reason: withdrawalBanReason ?? '', until: until.toISOString() } : null
}

/** Reads a typed ID. @throws identity.wallet_id_wrong by its check character, before anything is looked up */
const readId = (typed: string): WalletId => parseWalletId(typed) ?? fail('identity.wallet_id_wrong')

/** Those one can pay where only the own team can be paid: below oneself and above oneself. */
const isInTeam = async (sql: Sql, one: WalletId, other: WalletId): Promise<boolean> =>
  (await isUpline(sql, one, other)) || (await isUpline(sql, other, one))

/** A wallet that can be paid. @throws funds.receiver_* */
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

/** Locks both wallets, always the smaller ID first: two that pay each other at once must not wait for each other. */
async function lockBoth(tx: Tx, senderId: WalletId, receiverId: WalletId) {
  const locked = new Map<WalletId, Wallet>()
  for (const id of [...new Set([senderId, receiverId])].sort()) {
    const wallet = await lockWallet(tx, id).catch((error: unknown) => {
      if (error instanceof Refusal && id !== senderId) return undefined
      throw error
    })
    if (wallet) locked.set(id, wallet)
  }
  return { sender: locked.get(senderId) ?? fail('identity.wallet_unknown'), receiver: locked.get(receiverId) }
}

const makeTransferApi = implement(makeTransfer, async (input, call) => {
  const { tx, walletId, requestId, now } = call
  const { coin, amount, remark } = input
  const { sender, receiver: found } = await lockBoth(tx, walletId, readId(input.receiverId))
  refuseWhileStopped(sender)
  const receiver = await checkReceiver(tx, walletId, found)
  const units = parseUnits(amount, 2) ?? fail('field.format', { field: 'number' })
  const have = await balanceOf(tx, available(walletId), coin)
  // What is not there is refused for that, whatever it would be worth.
  const value = units > have ? undefined : await worthFor(tx, 'limits', coin, units, now)
  const { withdrawalBanUntil: until, withdrawalBanReason: reason } = sender
  decideTransfer({
    coin,
    units,
    value,
    available: have,
    limits: limitsOf(await readSetting(tx, transferLimits)),
    opening: (await readSetting(tx, transferOpenings))[coin] ?? alwaysOpen,
    now,
    heldUntil: sender.withdrawalsHeldUntil,
    withdrawalBan: until ? { until, reason: reason ?? '' } : undefined,
    isPaidBefore: await isPaidBefore(tx, walletId, receiver.id),
  })
  await authoriseMove(call, value)

  const terms = { key: requestId, from: walletId, to: receiver.id, coin, units }
  const id = await keepTransfer(tx, { ...terms, value, remark, at: now })
  await post(tx, transferEntry({ ...terms, id }, now))
  return show({
    id,
    direction: 'out',
    otherId: receiver.id,
    otherNickname: receiver.nickname,
    coin,
    units,
    remark,
    at: now,
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

const transfersApi = implementRead(transfers, async ({ id, direction, coin, cursor }, { db, walletId }) => {
  const before = /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined
  const rows = await transfersOf(db, walletId, { id, direction, coin, before, limit: pageSize + 1 })
  const items = rows.slice(0, pageSize).map(show)
  return { items, next: rows.length > pageSize ? `${items.at(-1)?.id}` : '' }
})

/** The calls of this feature. */
export const transfersCalls: readonly Implementation[] = [
  transferRulesApi,
  transferTargetApi,
  makeTransferApi,
  transfersApi,
]
