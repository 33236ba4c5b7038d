import { cleanText } from '#chat/message-text.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { plainCode, plainDashes } from '#kit/text/typed-text.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { type DetailFlaw, readDetails } from '#otc/details/methods.ts'
import { marginMax, usualWindow, windows } from '#otc/otc-terms.ts'
import type { AdRow } from '../otc-fields.ts'
import type { postAd } from './ads.contract.ts'

export type TypedAd = {
  readonly side: 'sell' | 'buy'
  readonly fiat: string
  readonly amount: string
  readonly mode: 'fixed' | 'margin'
  readonly price: string
  /** In percent, may be negative. */
  readonly margin: string
  readonly least: string
  readonly most: string
  readonly window: (typeof windows)[number]
  readonly terms: string
  readonly methods: Readonly<Record<number, Readonly<Record<string, string>>>>
}

export const emptyAd = (fiat: string): TypedAd => ({
  side: 'sell',
  fiat,
  amount: '',
  mode: 'fixed',
  price: '',
  margin: '',
  least: '',
  most: '',
  window: usualWindow,
  terms: '',
  methods: {},
})

/** Undefined if the stored form is not an ad of the current version. */
export function keptAd(text: string): TypedAd | undefined {
  try {
    const kept: unknown = JSON.parse(text)
    return isTypedAd(kept) ? kept : undefined
  } catch {
    return undefined
  }
}
const isTypedAd = (value: unknown): value is TypedAd => {
  if (typeof value !== 'object' || value === null) return false
  const { methods, ...rest }: Readonly<Record<string, unknown>> = { ...value }
  const { methods: _, side, mode, window, ...texts } = emptyAd('')
  return (
    (rest.side === 'sell' || rest.side === 'buy') &&
    (rest.mode === 'fixed' || rest.mode === 'margin') &&
    windows.some((minutes) => minutes === rest.window) &&
    Object.keys(texts).every((name) => typeof rest[name] === 'string') &&
    typeof methods === 'object' &&
    methods !== null &&
    Object.values(methods).every(
      (fields) =>
        typeof fields === 'object' &&
        fields !== null &&
        Object.values(fields).every((each) => typeof each === 'string'),
    )
  )
}

type OwnAd = NonNullable<AdRow['own']>
type Posted = Pick<AdRow, 'side' | 'fiat' | 'window' | 'terms'> & {
  readonly own:
    | (Pick<OwnAd, 'fixed' | 'margin' | 'quantity' | 'least' | 'most'> & {
        readonly methods: readonly Pick<OwnAd['methods'][number], 'paymentMethod' | 'details'>[]
      })
    | null
}

export function typedFrom({ side, fiat, window, terms, own }: Posted): TypedAd {
  const margin = own?.margin ?? null
  return {
    side,
    fiat,
    amount: own?.quantity ?? '',
    mode: margin === null ? 'fixed' : 'margin',
    price: own?.fixed ?? '',
    margin: margin === null ? '' : String(margin / 100),
    least: own?.least ?? '',
    most: own?.most ?? '',
    window: window as TypedAd['window'],
    terms,
    methods: Object.fromEntries((own?.methods ?? []).map(({ paymentMethod, details }) => [paymentMethod, details])),
  }
}

const isAmount = (text: string): boolean => (parseUnits(text.replace(/\.$/, ''), 2) ?? 0n) > 0n
const plain = (text: string): string => text.replace(/\.$/, '')

/** In hundredths of a percent. */
export function readMargin(typed: string): number | undefined {
  const text = plainDashes(plainCode(typed)).replace('٫', '.').replace(/ ?%$/, '')
  if (!/^-?\d{1,2}([.,]\d{1,2})?$/.test(text)) return undefined
  const points = Math.round(Number(text.replace(',', '.')) * 100)
  return Math.abs(points) <= marginMax ? points : undefined
}

export type AdPart = 'amount' | 'price' | 'margin' | 'least' | 'most' | 'methods'
const isPrice = (text: string): boolean => /^(?=.*[1-9])\d{1,8}(\.\d{1,4})?$/.test(text)

/** The first missing or invalid part, from top to bottom. */
export function missingOf(typed: TypedAd): AdPart | undefined {
  if (!isAmount(typed.amount)) return 'amount'
  if (typed.mode === 'fixed' && !isPrice(typed.price)) return 'price'
  if (typed.mode === 'margin' && readMargin(typed.margin) === undefined) return 'margin'
  if (!isAmount(typed.least)) return 'least'
  if (!isAmount(typed.most)) return 'most'
  const chosen = Object.entries(typed.methods)
  return chosen.length === 0 || wrongDetail(typed) ? 'methods' : undefined
}

type WrongDetail = { readonly field: string; readonly flaw: DetailFlaw; readonly text: string }
/** The first invalid field of a method; none for a buyer, who names no account. */
export function wrongDetail({ side, methods }: TypedAd): WrongDetail | undefined {
  if (side === 'buy') return undefined
  for (const [number, details] of Object.entries(methods)) {
    const read = readDetails(Number(number), details)
    if ('wrong' in read) return { field: read.wrong, flaw: read.flaw, text: details[read.wrong] ?? '' }
  }
  return undefined
}

export function readAd(typed: TypedAd, id?: number): CallInputOf<typeof postAd> | undefined {
  const { side, fiat, mode, price, window, terms } = typed
  const margin = readMargin(typed.margin)
  if (missingOf(typed)) return undefined
  const numbers = Object.keys(typed.methods).map(Number)
  const methods = numbers.map((number) => ({
    paymentMethod: number,
    read: readDetails(number, typed.methods[number] ?? {}),
  }))
  return {
    ...(id === undefined ? {} : { id }),
    side,
    fiat,
    amount: plain(typed.amount),
    ...(mode === 'fixed' ? { price } : { margin: margin ?? 0 }),
    least: plain(typed.least),
    most: plain(typed.most),
    window,
    terms: cleanText(terms),
    methods: methods.map(({ paymentMethod, read }) => ({
      paymentMethod,
      details: side === 'sell' && 'details' in read ? read.details : {},
    })),
  }
}
