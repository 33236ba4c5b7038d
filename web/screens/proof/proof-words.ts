import type { OwnAmount } from '#features/proof/checks/own-proof.ts'
import { addAmounts, isOld } from '#features/proof/checks/own-sums.ts'
import { divide, parseUnits, showUnits } from '#kit/amount/amount.ts'
import { readMoment } from '#kit/amount/exact.ts'
import type { TextId } from '#ui/text/texts.ts'
import type { CheckedCompany, Company } from './company-cover.ts'
import { ageOf, type JudgedAt } from './proof-age.ts'
import type { OwnProof } from './use-own-proof.ts'

/** Text and its values. Ratios are decimal fractions. Amounts are the holder's. */
export type Sentence = {
  readonly text: TextId
  readonly ratio?: string
  readonly coin?: string
  readonly amounts?: readonly OwnAmount[]
  readonly day?: string
  readonly moment?: string
}
export type ProofWords = {
  /** checking: unknown · right: all checked · part: partly checked · bad: mismatch. */
  readonly tone: 'checking' | 'right' | 'part' | 'bad'
  readonly company: Sentence
  readonly own: Sentence | undefined
  readonly checked: Sentence | undefined
}

/** Rounded down to whole percent, or to hundredths below 100 %. */
export function wholePercent(ratio: string): string {
  const units = parseUnits(ratio) ?? 0n
  const step = units < 100_000_000n ? 10_000n : 1_000_000n
  return showUnits(divide(units, step, 'down') * step)
}

function sayCompany(company: Company): Sentence {
  if (company.is !== 'right') return { text: `home.house_${company.is}` }
  const { short, lowest } = company
  if (short) return { text: 'home.house_short', coin: short.coin, ratio: wholePercent(short.ratio) }
  return lowest === undefined ? { text: 'home.house_none' } : { text: 'home.house_right', ratio: wholePercent(lowest) }
}

const isCompanyGood = (company: Company): boolean =>
  company.is === 'right' && !company.short && company.lowest !== undefined

const hasCoins = (proof: OwnProof): boolean =>
  (foundOf(proof)?.question.shown ?? []).some((row) =>
    [row.available, row.held, row.inOrders, row.inMarkets].some((amount) => /[1-9]/.test(amount)),
  )

const foundOf = (own: OwnProof | undefined) =>
  own?.is === 'checked' ? own.check : own?.is === 'unchecked' ? own.last : undefined

/** Undefined if there is nothing to state. */
function sayOwn(own: OwnProof | undefined): Sentence | undefined {
  if (!own) return undefined
  if (own.is === 'checking') return { text: 'home.proof_checking' }
  const answer = foundOf(own)?.answer
  if (answer?.is === 'wrong') return { text: 'home.proof_wrong' }
  if (own.is === 'unchecked' && answer?.is !== 'right') return { text: 'home.proof_unchecked' }
  if (answer?.is === 'none' || (answer && addAmounts(answer.amounts).length === 0))
    return hasCoins(own) ? { text: 'home.proof_later' } : undefined
  if (answer?.is !== 'right') return undefined
  const isAll = answer.compared && answer.unproven.length === 0
  return { text: isAll ? 'home.mine_right' : 'home.mine_partly', amounts: answer.amounts }
}

/** End of the older of two proven days, company and own. undefined if nothing was verified. */
function epochOf(company: Company, own: OwnProof | undefined): { epoch: string; day: string } | undefined {
  const answer = foundOf(own)?.answer
  const days = [company, answer].filter(
    (each): each is CheckedCompany | Extract<typeof answer, { is: 'right' }> => each?.is === 'right',
  )
  return days.toSorted((one, other) => readMoment(one.epoch) - readMoment(other.epoch))[0]
}

function sayChecked(company: Company, own: OwnProof | undefined, now: JudgedAt | undefined): Sentence | undefined {
  const last = own?.is === 'unchecked' ? own.last : undefined
  if (last?.answer.is === 'right') return { text: 'home.proof_since', moment: last.at }
  const proven = epochOf(company, own)
  if (!proven) return undefined
  const age = now && ageOf(proven.epoch, now, isOld)
  return { text: age === undefined ? 'home.checked' : `home.checked_${age}`, day: proven.day }
}

/** Home's proof status. States only what this device checked: signatures and sums, not chain balances. @param own undefined for a guest */
export function proofWords(known: Company, own: OwnProof | undefined, now: JudgedAt | undefined): ProofWords {
  // The reserves follow a few seconds after the first statement.
  const company: Company = known.is === 'none' && foundOf(own)?.answer.is === 'right' ? { is: 'checking' } : known
  const words = { company: sayCompany(company), own: sayOwn(own), checked: sayChecked(company, own, now) }
  const isBad =
    company.is === 'wrong' ||
    (company.is === 'right' && company.short !== undefined) ||
    words.own?.text === 'home.proof_wrong'
  if (isBad) return { ...words, tone: 'bad' }
  if (company.is === 'checking' || own?.is === 'checking')
    return { ...words, own: company.is === 'checking' ? undefined : words.own, checked: undefined, tone: 'checking' }
  const isOwnGood = own === undefined || words.own === undefined || words.own.text === 'home.mine_right'
  const isNew = words.checked?.text === 'home.checked_new'
  return { ...words, tone: isCompanyGood(company) && isOwnGood && isNew ? 'right' : 'part' }
}
