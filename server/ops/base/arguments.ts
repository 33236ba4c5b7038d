import { findWallet, type Wallet } from '#identity/wallet.store.ts'
import { parseWalletId } from '#identity/wallet-id.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { type Coin, coins, isCoin } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import { dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { namedPerson } from './named-person.ts'
import { UsageError } from './verb.ts'

/** @throws UsageError with the choices. */
export function choiceOf<Choice extends string>(
  text: string | undefined,
  choices: readonly Choice[],
  what: string,
): Choice {
  const choice = choices.find((each) => each === text)
  if (!choice) throw new UsageError(`${what}: one of ${choices.join(', ')}`)
  return choice
}

export function coinOf(text: string | undefined): Coin {
  const name = text?.toUpperCase() ?? ''
  if (!isCoin(name)) throw new UsageError(`coin: one of ${coins.join(', ')}`)
  return name
}

export function unitsOf(text: string | undefined, what = 'amount'): bigint {
  const units = parseUnits(text ?? '')
  if (!units) throw new UsageError(`${what}: a number above 0 with at most 8 decimals`)
  return units
}

/** @throws UsageError if unknown */
export async function walletOf(db: Db, text: string | undefined): Promise<Wallet> {
  const walletId = parseWalletId(text ?? '')
  if (!walletId) throw new UsageError('wallet: its ID of ten characters; this is not a wallet ID')
  const wallet = await findWallet(db, walletId)
  if (!wallet) throw new UsageError(`There is no wallet ${walletId}`)
  return wallet
}

export async function walletsIn(db: Db, texts: readonly string[]): Promise<Wallet[]> {
  const ids = new Set(texts.flatMap((text) => [text, ...text.split(/[^0-9A-Z]+/)].map(parseWalletId)))
  const wallets: Wallet[] = []
  for (const id of ids) {
    const wallet = id && (await findWallet(db, id))
    if (wallet) wallets.push(wallet)
  }
  return wallets
}

/** Reads a text that only operators and the affected holder see. @throws UsageError with `what` if empty */
export function evidenceOf(words: readonly string[], what: string): string {
  const evidence = words.join(' ').trim()
  if (!evidence) throw new UsageError(what)
  return evidence
}

/**
 * Reads a public text, which must identify no one. @param about wallets whose nicknames are forbidden too @throws UsageError if empty or if
 * it identifies a person
 */
export function reasonOf(words: readonly string[], ...about: readonly Pick<Wallet, 'nickname'>[]): string {
  const reason = evidenceOf(words, 'reason: why, in words everybody may read')
  const named = namedPerson(reason, ...about.map(({ nickname }) => nickname))
  if (named) throw new UsageError(`reason: everybody may read it, so it names nobody; this looks like ${named}`)
  return reason
}

export function wholeNumberOf(text: string | undefined, what: string): number {
  if (!/^\d{1,15}$/.test(text ?? '')) throw new UsageError(`${what}: a whole number`)
  return Number(text)
}

const durations: Readonly<Record<string, number>> = { d: dayMs, h: hourMs, m: minuteMs }

/** "9d", "3h" or "30m" in milliseconds. */
export function durationOf(text: string | undefined): number {
  const match = /^([1-9]\d{0,3})([dhm])$/.exec(text ?? '')
  const unit = durations[match?.[2] ?? '']
  if (!match || !unit) throw new UsageError('how far: like 9d, 3h or 30m')
  return Number(match[1]) * unit
}

/** A day means its first instant. @throws UsageError */
export function momentOf(text: string, what: string): Date {
  const isMoment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text)
  const moment = new Date(isMoment ? text : Number.NaN)
  if (Number.isNaN(moment.getTime())) throw new UsageError(`${what}: a moment like 2026-12-01 or 2026-12-01T09:00Z`)
  return moment
}
