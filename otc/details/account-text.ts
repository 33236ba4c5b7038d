import { cleanLine, isWithin, plainCode, plainDashes } from '#kit/text/typed-text.ts'

export type AccountFlaw =
  | { readonly why: 'account' | 'phone' | 'alias' | 'tag' | 'iban_typo' }
  | { readonly why: 'iban_length'; readonly country: string; readonly count: number; readonly length: number }
export type ReadAccount = { readonly text: string } | AccountFlaw

const ibanLengths = new Map(
  (
    'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27' +
    'GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28' +
    'PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30'
  )
    .match(/.{4}/g)
    ?.map((row) => [row.slice(0, 2), Number(row.slice(2))] as const),
)
/** Shorter texts are not IBANs, even with a character missing; other account numbers may begin with the same letters. */
const ibanMin = 14

/** ISO 7064, 97-10: finds every wrong character and every swap of neighbors. */
function hasRightCheck(iban: string): boolean {
  let rest = 0
  for (const char of iban.slice(4) + iban.slice(0, 4))
    for (const figure of `${Number.parseInt(char, 36)}`) rest = (rest * 10 + Number(figure)) % 97
  return rest === 1
}

function ibanFlaw(text: string): AccountFlaw | undefined {
  const iban = text.replace(/[ -]/g, '').toUpperCase()
  const country = iban.slice(0, 2)
  const length = ibanLengths.get(country)
  // A letter as first check digit may be the typing error.
  if (length === undefined || iban.length < ibanMin || !/^[A-Z]{2}(?:\d|[A-Z]\d)[A-Z0-9]+$/.test(iban)) return undefined
  if (iban.length !== length) return { why: 'iban_length', country, count: iban.length, length }
  return hasRightCheck(iban) ? undefined : { why: 'iban_typo' }
}

export function readAccount(typed: string): ReadAccount {
  const text = plainDashes(plainCode(typed)).replace(/^IBAN[: ]+/i, '')
  const flaw = ibanFlaw(text)
  if (flaw) return flaw
  return /^[A-Za-z0-9][A-Za-z0-9 ./-]{3,41}$/.test(text) ? { text } : { why: 'account' }
}

export function readPhone(typed: string): ReadAccount {
  const text = plainDashes(plainCode(typed)).replace(/^tel:/i, '')
  const figures = text.replace(/\D/g, '').length
  return figures >= 6 && figures <= 20 && /^\+?[0-9(][0-9 ()./-]{4,29}$/.test(text) ? { text } : { why: 'phone' }
}

export function readAlias(typed: string): ReadAccount {
  const mail = plainCode(typed).replace(/^mailto:/i, '')
  if (/^[^\s@?\p{C}]{1,64}@[^\s@?\p{C}]{1,80}$/u.test(mail)) return { text: mail }
  const phone = readPhone(typed)
  return 'text' in phone ? phone : { why: 'alias' }
}

/** Does not convert digits, as a different script may be a different name. */
export function readTag(typed: string): ReadAccount {
  const text = cleanLine(typed)
  return isWithin(text, 60) && /^[\p{L}\p{M}\p{N}\p{Join_Control}$@._-]{2,720}$/u.test(text) ? { text } : { why: 'tag' }
}
