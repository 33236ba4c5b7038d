import { describe, expect, it } from 'vitest'
import { checkAddress } from '#custody/payments/address/address-check.ts'
import { namedWalletId, newWalletId, parseWalletId } from '#identity/wallet-id.ts'
import { readPaymentText } from '#identity/wallet-link.ts'
import { otherNetwork, readAddress } from '#kit/amount/payment-uri.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import { tronAddressOf } from '#kit/chain/tron-address.ts'
import { type Dice, seededDice } from '#kit/text/random.ts'
import { readTypedCode } from '#kit/text/typed-code.ts'
import { type ReadAccount, readAccount, readPhone } from '#otc/details/account-text.ts'

const payeeOf = (text: string): string | undefined => {
  const asked = readPaymentText(text)
  return asked === 'broken' ? undefined : asked?.to
}
const dice = seededDice(20_261_128)
const each = 400

const figures = '0123456789'
const digits = (count: number): string => Array.from({ length: count }, () => dice.pick([...figures])).join('')

const unseen = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u200e',
  '\u200f',
  '\u061c',
  '\ufe0f',
  '\u034f',
  '\u0000',
]
const blanks = [' ', '\u00a0', '\u202f', '\u2009', '\u3000', '\t', '\u2028', '\u0085']
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x17e0, 0xff10, 0x1d7ce]
const dashes = ['-', '\u2010', '\u2011', '\u2013', '\u2212', '\uff0d']
const wraps: readonly (readonly [string, string])[] = [
  ['\u2066', '\u2069'],
  ['\u2068', '\u2069'],
  ['\u202a', '\u202c'],
  ['\u202d', '\u202c'],
  ['\u200e', '\u200e'],
  [' ', '\r\n'],
]
const between = (text: string, marks: readonly string[], { chance }: Dice): string =>
  [...text].map((char) => (chance(0.12) ? dice.pick(marks) + char : char)).join('')
const inScript = (text: string): string => {
  const zero = dice.pick(zeros)
  return text.replace(/\d/g, (figure) => String.fromCodePoint(zero + Number(figure)))
}
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
type Mess = (text: string) => string
const wrapped: Mess = (text) => {
  const [before, after] = dice.pick(wraps)
  return before + text + after
}
const same: Mess = (text) => text
const noise: readonly Mess[] = [same, (text) => between(text, unseen, dice), inScript, fullWidth, wrapped]
const noisy = (text: string, more: readonly Mess[] = []): string =>
  [...noise, ...more].reduce((so, mess) => (dice.chance(0.4) ? mess(so) : so), text)

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const changed = (text: string, among: string = letters, isAlike = false): string => {
  const places = [...text].flatMap((char, place) => (/[0-9A-Za-z]/.test(char) ? [place] : []))
  const at = dice.pick(places)
  const now = text[at] ?? ''
  const other = dice.pick(
    [...among].filter(
      (char) => char.toUpperCase() !== now.toUpperCase() && (!isAlike || /\d/.test(char) === /\d/.test(now)),
    ),
  )
  return text.slice(0, at) + other + text.slice(at + 1)
}
const without = (text: string): string => {
  const at = dice.below(text.length)
  return text.slice(0, at) + text.slice(at + 1)
}
const cyrillic: Readonly<Record<string, string>> = { A: 'А', B: 'В', E: 'Е', K: 'К', O: 'О', P: 'Р', T: 'Т', a: 'а' }
/** Replaces a letter with a lookalike from another script, or appends an exclamation mark. */
const confusable = (text: string): string => {
  const now = text.replace(/[ABEKOPTa]/, (char) => cyrillic[char] ?? char)
  return now === text ? `${text}!` : now
}
const reversed = (text: string): string => `\u202e${[...text].reverse().join('')}`

type Read = { readonly value: string } | { readonly why: string }
const value = (text: string | undefined, why: string): Read => (text === undefined ? { why } : { value: text })

describe('of 2,000 texts each is read as what it means, or the field says why not:', () => {
  function judge(
    texts: readonly { readonly text: string; readonly means: string | undefined }[],
    read: (text: string) => Read,
  ) {
    let [right, refused] = [0, 0]
    for (const { text, means } of texts) {
      const got = read(text)
      if ('value' in got) {
        expect(got.value, JSON.stringify(text)).toBe(means)
        right += 1
      } else {
        expect(got.why, JSON.stringify(text)).not.toBe('')
        // Noise around a valid form must not cause a refusal.
        expect(means, `refused: ${JSON.stringify(text)} (${got.why})`).toBeUndefined()
        refused += 1
      }
    }
    expect(right).toBeGreaterThan(each / 2)
    expect(refused).toBeGreaterThan(0)
    expect(right + refused).toBe(each)
  }
  const generate = (clean: () => { readonly text: string; readonly means: string | undefined }) =>
    Array.from({ length: each }, clean)

  it('addresses', () => {
    const chain = (): ChainId => dice.pick(['eth', 'bsc', 'tron'] as const)
    const cases = Array.from({ length: each }, () => {
      const on = chain()
      const bytes = Uint8Array.from({ length: 20 }, () => dice.below(256))
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
      const address = on === 'tron' ? tronAddressOf(bytes) : checksumAddress(`0x${hex}`)
      const number = { eth: 1, bsc: 56, tron: 0 }[on]
      const others = [1, 56, 137, 8453].filter((each) => each !== number)
      const token = checksumAddress(`0x${'1b'.repeat(20)}`)
      const right =
        on === 'tron'
          ? [address, `tron:${address}`, `TRON:${address}?amount=5`]
          : [
              address,
              address.replace('0x', '0X'),
              `ethereum:${address}`,
              `ethereum:${address}@${number}`,
              `ETHEREUM:pay-${address}@0x${number.toString(16)}?value=1e18`,
              `ethereum:${token}@${number}/transfer?address=${address}&uint256=1000000`,
              `eip155:${number}:${address}`,
            ]
      const wrong =
        on === 'tron'
          ? [
              changed(address, '123456789'),
              without(address),
              `ethereum:${address}@1`,
              confusable(address),
              reversed(address),
            ]
          : [
              without(address),
              `${address}0`,
              `ethereum:${address}@${dice.pick(others)}`,
              `ethereum:${token}@${dice.pick(others)}/transfer?address=${address}`,
              `ethereum:${token}@${number}/approve?address=${address}`,
              `ethereum:${token}@${number}/transfer?uint256=5`,
              `ethereum:${token}@${number}/transfer?address=${address}&address=${token}`,
              `eip155:${dice.pick(others)}:${address}`,
              `tron:${address}`,
              `bitcoin:${address}`,
              `https://explorer.example/address/${address}`,
              reversed(address),
            ]
      const isRight = dice.chance(0.75)
      return { on, text: noisy(dice.pick(isRight ? right : wrong)), means: isRight ? address : undefined }
    })
    judge(
      cases.map(({ on, text, means }) => ({ text: `${on} ${text}`, means })),
      (marked) => {
        const on = marked.slice(0, marked.indexOf(' ')) as ChainId
        const read = readAddress(marked.slice(on.length + 1))
        const other = otherNetwork(read, on)
        if (other !== undefined) return { why: other }
        const check = checkAddress(read.address, chains[on].form)
        return check.kind === 'fine' ? { value: check.address } : { why: check.kind }
      },
    )
  })

  it('wallet IDs', () => {
    const texts = generate(() => {
      const id = newWalletId()
      const other = newWalletId()
      const link = `https://wallet.example/#/pages/wallet/conver?coin=WLD&to=${id}&amount=2.5`
      const right = [
        id,
        id.toLowerCase(),
        `${id.slice(0, 4)} ${id.slice(4, 8)} ${id.slice(8)}`,
        `${id.slice(0, 5)}${dice.pick(dashes)}${id.slice(5)}`,
        id.replaceAll('0', 'o').replaceAll('1', 'l'),
        link,
        `https://wallet.example/#/pages/login/create?inviter=${id}`,
      ]
      const wrong = [
        changed(id),
        without(id),
        confusable(`A${id.slice(1)}`),
        reversed(id),
        link.replace(id, changed(id)),
        `${link}&to=${other}`,
        `${id}${other}`,
      ]
      const isRight = dice.chance(0.75)
      return { text: noisy(dice.pick(isRight ? right : wrong)), means: isRight ? id : undefined }
    })
    judge(texts, (text) => value(namedWalletId(text), 'transfer.receiver_wrong'))
    for (const { text, means } of texts) {
      expect(payeeOf(text)).toBe(means)
      const typed = parseWalletId(text)
      if (typed !== undefined) expect(typed).toBe(means)
    }
  })

  it('IBANs', () => {
    const forms: Readonly<Record<string, number>> = { DE: 18, GB: 18, SA: 20, PK: 20, MT: 27, KZ: 16, NO: 11 }
    const rest = (text: string): number =>
      Number(
        [...text]
          .reduce((so, char) => `${so}${Number.parseInt(char, 36)}`, '')
          .match(/\d{1,7}/g)
          ?.reduce((so, part) => `${Number(so + part) % 97}`, ''),
      )
    const texts = generate(() => {
      const country = dice.pick(Object.keys(forms))
      const body = Array.from({ length: forms[country] ?? 0 }, () => dice.pick([...letters])).join('')
      const iban = `${country}${`${98 - rest(`${body}${country}00`)}`.padStart(2, '0')}${body}`
      const groups = iban.match(/.{1,4}/g) ?? []
      const right = [
        iban,
        groups.join(' '),
        groups.join(dice.pick(blanks)),
        `IBAN ${groups.join(' ')}`,
        `iban: ${iban}`,
        groups.join(dice.pick(dashes)),
        iban.toLowerCase(),
      ]
      // Without its country code, an IBAN looks like other account numbers.
      const wrong = [
        country + changed(iban.slice(2), letters, true),
        country + without(iban.slice(2)),
        confusable(iban),
        reversed(iban),
        `${iban}0`,
      ]
      const isRight = dice.chance(0.75)
      return { text: noisy(dice.pick(isRight ? right : wrong)), means: isRight ? iban : undefined }
    })
    judge(texts, (text) => plainValue(readAccount(text), /[ -]/g))
  })

  it('phone numbers', () => {
    const texts = generate(() => {
      const country = dice.pick(['49', '92', '971', '7', '86'])
      const local = digits(dice.below(4) + 7)
      const number = `+${country}${local}`
      const [one, two] = [local.slice(0, 3), local.slice(3)]
      const dash = dice.pick(dashes)
      const right = [
        number,
        `+${country}${dice.pick(blanks)}${one}${dice.pick(blanks)}${two}`,
        `+${country}${dash}${one}${dash}${two}`,
        `tel:${number}`,
        `+${country} (${one}) ${two}`,
        `+${country}.${one}.${two}`,
      ]
      const wrong = [
        `+${country}12`.slice(0, 5),
        number.repeat(3),
        `+${country}-CALL-NOW`,
        `${country}+${local}`,
        `tel:${number};ext=5`,
        reversed(number),
        `https://wa.me/${country}${local}`,
      ]
      const isRight = dice.chance(0.75)
      return { text: noisy(dice.pick(isRight ? right : wrong)), means: isRight ? number : undefined }
    })
    judge(texts, (text) => plainValue(readPhone(text), /[ ().-]/g))
  })

  it('one-time codes', () => {
    const texts = generate(() => {
      const code = digits(6)
      const right = [
        code,
        `${code.slice(0, 3)} ${code.slice(3)}`,
        `${code.slice(0, 3)}${dice.pick(dashes)}${code.slice(3)}`,
        `G-${code}`,
        `Your code is ${code}. It ends in 10 minutes.`,
        `رمزك ${code}`,
      ]
      const wrong = [
        `${code}1`,
        `${code} ${digits(6)}`,
        `code ${digits(7)}`,
        `+49 151 ${code}`,
        `${code} or ${digits(6)}`,
        `x${reversed(code)}`,
      ]
      const isRight = dice.chance(0.75)
      return { text: noisy(dice.pick(isRight ? right : wrong)), means: isRight ? code : undefined }
    })
    judge(texts, (text) => {
      const read = readTypedCode(text, 6)
      return 'wrong' in read ? { why: read.wrong } : { value: read.figures }
    })
  })
})

const plainValue = (read: ReadAccount, signs: RegExp): Read =>
  'text' in read ? { value: read.text.replace(signs, '').toUpperCase() } : { why: read.why }
