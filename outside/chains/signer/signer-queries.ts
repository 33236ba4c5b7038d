import { coins } from '#kit/amount/coins.ts'
import { chainIds } from '#kit/chain/chains.ts'
import type { Signer } from './signer.ts'
import { SignerRefused } from './signer-refused.ts'

/** Copies only expected content. @throws SignerRefused */
type Form = (value: unknown, name: string) => unknown

const refuse = (name: string): never => {
  throw new SignerRefused(`the question is not in form: ${name}`)
}
const text =
  (pattern: RegExp): Form =>
  (value, name) =>
    typeof value === 'string' && pattern.test(value) ? value : refuse(name)
const oneOf =
  (words: readonly string[]): Form =>
  (value, name) =>
    typeof value === 'string' && words.includes(value) ? value : refuse(name)
const number: Form = (value, name) => (typeof value === 'number' ? value : refuse(name))
const optional =
  (form: Form): Form =>
  (value, name) =>
    value === undefined ? undefined : form(value, name)
const listOf =
  (form: Form): Form =>
  (value, name) =>
    Array.isArray(value) ? value.map((each) => form(each, name)) : refuse(name)

function fieldsOf(value: unknown, name: string): ReadonlyMap<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : refuse(name)
}
const object =
  (forms: Readonly<Record<string, Form>>): Form =>
  (value, name) => {
    const given = fieldsOf(value, name)
    const read = Object.entries(forms).map(([field, form]) => [field, form(given.get(field), field)] as const)
    return Object.fromEntries(read.filter(([, each]) => each !== undefined))
  }
const recordOf =
  (words: readonly string[], form: Form): Form =>
  (value, name) => {
    const given = [...fieldsOf(value, name)]
    return Object.fromEntries(given.map(([word, each]) => [oneOf(words)(word, name), form(each, name)]))
  }

const chain = oneOf(chainIds)
const coin = oneOf(coins)
const family = oneOf(['evm', 'tron'])
/** Single-line, so that it cannot add lines to a signed text. */
const label = text(/^[\x20-\x7e]{1,200}$/)
const walletId = text(/^[0-9A-Za-z]{2,24}$/)
const address = text(/^[0-9A-Za-z]{1,64}$/)
const key = text(/^[\w-]{43}$/)
const signature = text(/^[\w-]{1,100}$/)
/** Any text; the signature check validates it. */
const signed: Form = (value, name) => (typeof value === 'string' ? value : refuse(name))
const decimal = text(/^-?\d{1,40}$/)

const succession = object({ message: signed, signature })
const successions = listOf(succession)
const approvals = listOf(object({ approver: label, signature }))
const certificate = object({
  ...{ walletId, chain: label, address, replaces: optional(address), issuedAt: number },
  ...{ publicKey: key, signature },
})
const terms = object({
  ...{ refBlockBytes: label, refBlockHash: label },
  ...{ timestamp: number, expiration: number, feeLimit: decimal },
})
const fees = { feeMaxPerGas: decimal, tipMaxPerGas: decimal }
const payment = {
  ...{ chain, coin, units: decimal, nonce: number, tron: optional(terms) },
  ...{ feeMaxPerGas: optional(decimal), tipMaxPerGas: optional(decimal) },
}
const places = listOf(number)

const forms: Readonly<Record<keyof Signer, readonly Form[]>> = {
  publicKeys: [],
  memory: [],
  mark: [optional(object({ epoch: number, count: number, head: text(/^[0-9a-f]{0,64}$/), seal: label }))],
  pinNetwork: [
    object({
      ...{ chain, evmChainId: number, tokens: recordOf(coins, address) },
      ...{ vault: optional(address), sweeper: optional(address), proofLog: optional(address) },
    }),
  ],
  pinHolders: [listOf(object({ walletId, publicKey: key, successions }))],
  pinDestination: [certificate, successions],
  askChange: [certificate, successions],
  dropChange: [certificate],
  certifyDeposit: [object({ walletId, family, index: number })],
  signSweep: [object({ chain, coin, nonce: number, ...fees, indexes: places, delegating: places })],
  signReserves: [object({ chain, epoch: label, blockHash: label, indexes: places })],
  signRoot: [object({ chain, nonce: number, ...fees, statement: object({ text: signed, signature, publicKey: key }) })],
  signTronSweep: [
    object({ id: label, chain, coin, index: number, step: oneOf(['fund', 'move']), amount: decimal, terms }),
  ],
  signStop: [object({ id: label, chain, ...fees })],
  signWithdrawal: [
    object({
      ...{ id: label, ...payment, feeUnits: optional(decimal), approvals: optional(approvals) },
      ...{ certificate, successions },
    }),
  ],
  signReturn: [object({ ...payment, deposit: object({ hash: label, ordinal: number }), to: address, approvals })],
}

export const methods = Object.keys(forms) as readonly (keyof Signer)[]

/** Validates untrusted input and drops unknown fields. @throws SignerRefused */
export function readQuery(value: unknown): { readonly method: keyof Signer; readonly params: readonly unknown[] } {
  const given = fieldsOf(value, 'question')
  const method = methods.find((each) => each === given.get('method')) ?? refuse('method')
  const params = given.get('params')
  if (!Array.isArray(params) || params.length > forms[method].length) return refuse('params')
  return { method, params: forms[method].map((form, place) => form(params[place] ?? undefined, method)) }
}
