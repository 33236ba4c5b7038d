// Checks a proof of liabilities, format POL1 (docs/proof-format.md). No imports; Node 20 or newer, or a browser.
// node verify.mjs statement.json: signature and sums
// … proof.json <wallet ID>: what we owe this wallet
// … house.json: all company accounts are included
// … before.json: it follows the previous day's statement
// … chain.json: it is the one on the chain (a node's answer)
const kindNames = 'available held principal promised pool retired market referral suspense in_flight share'.split(' ')
const bytesOf = (text) => new TextEncoder().encode(text)
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]))
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)))
/** In hex, for the next statement's `previous`. */
export const digestOf = async (text) => hexOf(await sha256(bytesOf(text)))

function need(condition, reason) {
  if (!condition) throw new Error(reason)
}
const is = (text, pattern) => typeof text === 'string' && pattern.test(text)

function fromHex(text, length) {
  need(is(text, /^([0-9a-f]{2})+$/) && text.length === 2 * length, 'hex')
  return Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16))
}

function fromBase64(text, length) {
  need(is(text, /^[A-Za-z0-9_-]+$/) && text.length === Math.ceil((length * 4) / 3), 'base64url')
  const letters = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  need(btoa(letters).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '') === text, 'base64url')
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}
/** Rejects text that is not canonical. */
function fromJson(text) {
  const said = JSON.parse(text, (_, value) => {
    need(typeof value !== 'number' || Number.isSafeInteger(value), 'form')
    return value
  })
  need(JSON.stringify(said) === text, 'form')
  return said
}

/** In 10⁻⁸, from 0 to below 2¹²⁸; 16 bytes, big-endian. */
function fits(amount) {
  need(amount >> 128n === 0n, 'an amount does not fit')
  return amount
}
function amountsOf(list, coins) {
  need(Array.isArray(list) && list.length === coins, 'amounts')
  for (const text of list) need(is(text, /^(0|[1-9][0-9]{0,38})$/), 'amount')
  return list.map((text) => fits(BigInt(text)))
}
const plus = (one, other) => one.map((amount, coin) => fits(amount + other[coin]))
const nothing = (coins) => Array(coins).fill(0n)
const isSame = (one, other) => one.join() === other.join()
const packed = (list) => fromHex(list.map((amount) => amount.toString(16).padStart(32, '0')).join(''), 16 * list.length)
const unpacked = (bytes) => Array.from(hexOf(bytes).match(/.{32}/g), (digits) => BigInt(`0x${digits}`))

/** Ed25519, both base64url. An app may pass its own verifier. */
export async function isSignedBy(text, signature, publicKey) {
  const key = await crypto.subtle.importKey('raw', fromBase64(publicKey, 32), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, fromBase64(signature, 64), bytesOf(text))
}

/** Throws unless the statement is signed and adds up. */
export async function readStatement({ text, signature, publicKey }, isSigned = isSignedBy) {
  need(await isSigned(text, signature, publicKey), 'signature')
  const said = fromJson(text)
  const { assets, log2, kinds, own, booked, house, logs = {} } = said
  need(said.v === 'POL1' && Array.isArray(assets) && assets.length > 0, 'header')
  for (const asset of assets) need(is(asset, /^[A-Z0-9]{1,12}$/), 'header')
  need(new Set(assets).size === assets.length && is(said.cut, /^(0|[1-9][0-9]{0,18})$/), 'header')
  need(is(said.day, /^\d{4}-\d\d-\d\d$/) && is(said.epoch, /^\d{4}-\d\d-\d\dT00:00:00Z$/), 'header')
  need(Number.isInteger(log2) && log2 >= 1 && log2 <= 32, 'header')
  for (const hash of [said.root, said.previous]) fromHex(hash, 32)
  for (const { line, hash } of Object.values(logs))
    need(Number.isSafeInteger(line) && line >= 1 && fromHex(hash, 32), 'logs')
  const sumOf = (group) =>
    Object.values(group).reduce((sum, list) => plus(sum, amountsOf(list, assets.length)), nothing(assets.length))
  const owed = amountsOf(said.owed, assets.length)
  for (const kind of Object.keys(kinds)) need(kindNames.includes(kind), 'kind')
  need(isSame(owed, sumOf(kinds)), 'kinds do not add up')
  need(isSame(plus(owed, sumOf(own)), sumOf(booked)), 'the books do not add up')
  for (const { owner, kind, amounts } of house)
    need(is(owner, /./) && kindNames.includes(kind) && amountsOf(amounts, assets.length), 'house')
  return said
}

/** Throws if anything was rewritten or a company account is missing. */
export async function checkFollows(statement, before, beforeText) {
  need(statement.previous === (beforeText === undefined ? '0'.repeat(64) : await digestOf(beforeText)), 'previous')
  if (before === undefined) return
  need(statement.epoch > before.epoch, 'order')
  for (const asset of before.assets) need(statement.assets.includes(asset), 'a coin is gone')
  const there = statement.house.map(({ owner, kind }) => `${owner} ${kind}`)
  for (const { owner, kind } of before.house) need(there.includes(`${owner} ${kind}`), `gone: ${owner} ${kind}`)
  const stays = (now, { line, hash }) => now && (now.line > line || (now.line === line && now.hash === hash))
  for (const [name, head] of Object.entries(before.logs ?? {})) need(stays(statement.logs?.[name], head), name)
}

/** Throws unless the proof is for this owner and matches the root. Returns amounts owed by kind. */
export async function checkProof(statement, proof, owner) {
  const { assets, epoch, log2 } = statement
  const { leaves } = proof
  need(proof.v === 'POL1' && proof.owner === owner && Array.isArray(leaves), 'proof')
  need(leaves.length >= 1 && leaves.length <= 255, 'proof')
  const head = await sha256(bytesOf(JSON.stringify({ v: 'POL1', epoch, assets })))
  const ownerHash = await sha256(bytesOf(owner))
  const root = statement.root + hexOf(packed(amountsOf(statement.owed, assets.length)))
  const owed = {}
  const places = new Set()
  for (const [number, { place, kind, nonce, amounts, path }] of leaves.entries()) {
    need(Number.isInteger(place) && place >= 0 && place < 2 ** log2 && !places.has(place), 'place')
    need(kindNames.includes(kind) && Array.isArray(path) && path.length === log2, 'leaf')
    places.add(place)
    let sums = amountsOf(amounts, assets.length)
    owed[kind] = plus(owed[kind] ?? nothing(assets.length), sums)
    const what = joined(ownerHash, [kindNames.indexOf(kind) + 1, number], fromHex(nonce, 32))
    let hash = await sha256(bytesOf('POL1:leaf\0'), head, what, packed(sums))
    for (let level = 0; level < log2; level += 1) {
      const sibling = fromBase64(path[level], 32 + 16 * assets.length)
      const me = joined(hash, packed(sums))
      const isRight = Math.floor(place / 2 ** level) % 2 === 1
      hash = await sha256(bytesOf('POL1:node\0'), ...(isRight ? [sibling, me] : [me, sibling]))
      sums = plus(sums, unpacked(sibling.subarray(32)))
    }
    need(hexOf(joined(hash, packed(sums))) === root, 'root')
  }
  return owed
}

/** Throws unless the tree has every listed account with its amounts. */
export async function checkHouse(statement, proofs) {
  const proven = {}
  for (const proof of proofs) proven[proof.owner] = await checkProof(statement, proof, proof.owner)
  for (const { owner, kind, amounts } of statement.house)
    need(isSame(amounts, proven[owner]?.[kind] ?? []), `${owner} ${kind}`)
}

/** Throws unless a node's answer to the call `lines(day)` (two 32-byte words) starts with this statement's digest. */
export async function checkWritten(text, answer) {
  need(is(answer, /^0x[0-9a-f]{128}$/) && answer.slice(2, 66) === (await digestOf(text)), 'chain')
}

if (globalThis.process?.argv?.[1]?.endsWith('verify.mjs')) {
  const { readFileSync } = await import('node:fs')
  const [statement, other] = process.argv.slice(2, 4).map((name) => JSON.parse(readFileSync(name, 'utf8')))
  const found = { ok: true }
  try {
    const said = await readStatement(statement)
    Object.assign(found, { day: said.day, root: said.root, publicKey: statement.publicKey })
    if (Array.isArray(other)) await checkHouse(said, other)
    else if (other?.text) await checkFollows(said, await readStatement(other), other.text)
    else if (other?.jsonrpc) await checkWritten(statement.text, other.result)
    else if (other) found.owed = await checkProof(said, other, process.argv[4])
  } catch (error) {
    Object.assign(found, { ok: false, reason: error.message })
    process.exitCode = 1
  }
  process.stdout.write(`${JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}\n`)
}
