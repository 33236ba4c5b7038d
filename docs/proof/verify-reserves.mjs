// Checks a statement of reserves, format RES1 (docs/proof-format.md). No imports; Node 20 or newer, or a browser.
// node verify-reserves.mjs reserves.json statement.json: sums and keys
// node verify-reserves.mjs reserves.json statement.json bsc=https://… eth=https://…: also the coins, through any node of the chain
const bytesOf = (text) => new TextEncoder().encode(text)
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]))
function fromHex(text) {
  need(is(text, /^([0-9a-f]{2})*$/), 'hex')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
const numberOf = (bytes) => BigInt(`0x0${hexOf(bytes)}`)
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
function need(condition, reason) {
  if (!condition) throw new Error(reason)
}
const is = (text, pattern) => typeof text === 'string' && pattern.test(text)

const turn = (lane, by) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & 0xffffffffffffffffn
function permute(lanes) {
  let bit = 1
  for (let round = 0; round < 24; round += 1) {
    const columns = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ lanes[x + y], 0n))
    for (let at = 0; at < 25; at += 1) lanes[at] ^= columns[(at + 4) % 5] ^ turn(columns[(at + 1) % 5], 1)
    let [x, y, current] = [1, 0, lanes[1]]
    for (let step = 0; step < 24; step += 1) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      ;[current, lanes[x + 5 * y]] = [lanes[x + 5 * y], turn(current, (((step + 1) * (step + 2)) / 2) % 64)]
    }
    for (let row = 0; row < 25; row += 5) {
      const kept = lanes.slice(row, row + 5)
      for (let at = 0; at < 5; at += 1)
        lanes[row + at] = kept[at] ^ (~kept[(at + 1) % 5] & kept[(at + 2) % 5] & 0xffffffffffffffffn)
    }
    for (let power = 0; power < 7; power += 1) {
      bit = ((bit << 1) ^ ((bit >> 7) * 0x71)) % 256
      if (bit & 2) lanes[0] ^= 1n << BigInt(2 ** power - 1)
    }
  }
}
export function keccak256(message) {
  const size = 136
  const padded = new Uint8Array((Math.floor(message.length / size) + 1) * size)
  padded.set(message)
  padded[message.length] |= 1
  padded[padded.length - 1] |= 128
  const lanes = Array(25).fill(0n)
  for (let block = 0; block < padded.length; block += size) {
    for (let at = 0; at < size / 8; at += 1)
      lanes[at] ^= numberOf(padded.slice(block + 8 * at, block + 8 * at + 8).reverse())
    permute(lanes)
  }
  return joined(...lanes.slice(0, 4).map((lane) => fromHex(lane.toString(16).padStart(16, '0')).reverse()))
}

const P = 2n ** 256n - 2n ** 32n - 977n
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const G = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
]
const mod = (number, by = P) => ((number % by) + by) % by
function inverse(number, by = P) {
  let [a, b, x, y] = [mod(number, by), by, 1n, 0n]
  while (a > 1n) [a, b, x, y] = [b % a, a, y - (b / a) * x, x]
  need(a === 1n, 'signature')
  return mod(x, by)
}
function power(base, exponent) {
  let [result, square] = [1n, base]
  for (let left = exponent; left > 0n; left >>= 1n, square = mod(square * square))
    if (left & 1n) result = mod(result * square)
  return result
}
function add(one, other) {
  if (!one || !other) return one ?? other
  if (one[0] === other[0] && mod(one[1] + other[1]) === 0n) return undefined
  const isSame = one[0] === other[0]
  const slope = isSame ? 3n * one[0] * one[0] * inverse(2n * one[1]) : (other[1] - one[1]) * inverse(other[0] - one[0])
  const x = mod(slope * slope - one[0] - other[0])
  return [x, mod(slope * (one[0] - x) - one[1])]
}
function times(factor, point) {
  let [result, double] = [undefined, point]
  for (let left = factor; left > 0n; left >>= 1n, double = add(double, double))
    if (left & 1n) result = add(result, double)
  return result
}
/** Returns the signer's 20 bytes. Uses EIP-191, or TIP-191 for TRON. */
export function signerOf(text, signature, name) {
  need(is(signature, /^0x[0-9a-f]{130}$/), 'signature')
  const bytes = fromHex(signature.slice(2))
  const [r, s, parity] = [numberOf(bytes.slice(0, 32)), numberOf(bytes.slice(32, 64)), BigInt(bytes[64] - 27)]
  need(r > 0n && r < N && s > 0n && s < N && (parity === 0n || parity === 1n), 'signature')
  const y = power(mod(r ** 3n + 7n), (P + 1n) / 4n)
  need(mod(y * y) === mod(r ** 3n + 7n), 'signature')
  const message = bytesOf(text)
  const hash = numberOf(keccak256(joined(bytesOf(`\x19${name} Signed Message:\n${message.length}`), message)))
  const point = [r, (y & 1n) === parity ? y : P - y]
  const key = times(inverse(r, N), add(times(s, point), times(mod(-hash, N), G)))
  need(key, 'signature')
  return keccak256(fromHex(key.map((number) => number.toString(16).padStart(64, '0')).join(''))).slice(12)
}
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** A TRON address has a checksum. */
async function addressOf(account, isTron) {
  if (!isTron) return `0x${hexOf(account)}`
  const named = joined([0x41], account)
  let left = numberOf(joined(named, (await sha256(await sha256(named))).slice(0, 4)))
  let text = ''
  for (; left > 0n; left /= 58n) text = letters[Number(left % 58n)] + text
  return text
}

/** Ed25519, both base64url. An app may pass its own verifier. */
async function isSignedBy(text, signature, publicKey) {
  const decode = (part) => {
    need(is(part, /^[A-Za-z0-9_-]+$/), 'base64url')
    const letters = atob(part.replace(/-/g, '+').replace(/_/g, '/'))
    need(btoa(letters).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '') === part, 'base64url')
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  }
  const key = await crypto.subtle.importKey('raw', decode(publicKey), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, decode(signature), bytesOf(text))
}
function amountOf(text, pattern = /^(0|[1-9][0-9]{0,77})$/) {
  need(is(text, pattern), 'amount')
  return BigInt(text)
}
const change = /^(0|-?[1-9][0-9]{0,38})$/
const ofCoin = (amounts, coin, pattern) => (Object.hasOwn(amounts, coin) ? amountOf(amounts[coin], pattern) : 0n)
/** Rejects text that is not canonical. */
function fromJson(text) {
  const said = JSON.parse(text, (_, value) => {
    need(typeof value !== 'number' || Number.isSafeInteger(value), 'form')
    return value
  })
  need(JSON.stringify(said) === text, 'form')
  return said
}

/** Throws unless both statements have one signer, belong together, and add up. */
export async function readReserves(published, owing, isSigned = isSignedBy) {
  need(published.publicKey === owing.publicKey, 'another key')
  for (const { text, signature, publicKey } of [published, owing])
    need(await isSigned(text, signature, publicKey), 'signature')
  const [said, owed] = [fromJson(published.text), fromJson(owing.text)]
  need(said.v === 'RES1' && owed.v === 'POL1', 'header')
  need(
    said.statement === hexOf(await sha256(bytesOf(owing.text))) && said.day === owed.day && said.epoch === owed.epoch,
    'another day',
  )
  need(said.assets.join() === owed.assets.join() && new Set(said.assets).size === said.assets.length, 'assets')
  for (const list of [said.reserves, owed.owed, owed.booked.venue])
    need(Array.isArray(list) && list.length === said.assets.length, 'amounts')
  const held = said.assets.map(() => 0n)
  const seen = new Set()
  const blocks = new Map()
  const once = (what) => {
    need(!seen.has(what), `counted twice: ${what}`)
    seen.add(what)
  }
  for (const { chain, evmChainId, block, hash, tokens, after, addresses } of said.chains) {
    once(chain)
    need(is(evmChainId, /^[1-9][0-9]{0,18}$/) && Number.isSafeInteger(block) && block >= 0, 'chain')
    for (const coin of Object.keys(after)) need(Object.hasOwn(tokens, coin), 'a coin without a token')
    // Two names for one chain would count its coins twice. So a token is unique per chain, and a block hash per chain id.
    need(is(hash, /^(0x)?[0-9a-f]{64}$/) && (blocks.get(hash) ?? evmChainId) === evmChainId, `counted twice: ${hash}`)
    blocks.set(hash, evmChainId)
    for (const [coin, { address, decimals }] of Object.entries(tokens)) {
      const place = said.assets.indexOf(coin)
      need(place >= 0 && Number.isInteger(decimals) && decimals >= 0 && decimals <= 18, 'token')
      need(is(address, /^(0x[0-9A-Fa-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/), 'token')
      once(`${evmChainId} ${address.toLowerCase()}`)
      const base = addresses.reduce((sum, { amounts }) => sum + ofCoin(amounts, coin), 0n)
      const units = decimals > 8 ? base / 10n ** BigInt(decimals - 8) : base * 10n ** BigInt(8 - decimals)
      held[place] += units - ofCoin(after, coin, change)
    }
    for (const { address, role, amounts } of addresses) {
      // EVM addresses are case-insensitive, TRON addresses are not.
      once(`${chain} ${address.startsWith('0x') ? address.toLowerCase() : address}`)
      need(['payout', 'hot', 'cold', 'deposit'].includes(role), 'role')
      need(is(address, /^(0x[0-9A-Fa-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/), 'address')
      for (const coin of Object.keys(amounts)) need(Object.hasOwn(tokens, coin), 'a coin without a token')
    }
  }
  const venue = owed.booked.venue.map((text) => amountOf(text))
  const coins = said.assets.map((coin, place) => {
    const reserves = held[place] > 0n ? held[place] : 0n
    const all = amountOf(owed.owed[place])
    const onChains = all > venue[place] ? all - venue[place] : 0n
    return {
      coin,
      reserves,
      owed: all,
      venue: venue[place],
      covered: reserves >= onChains,
      ratio: onChains === 0n ? null : (reserves * 10_000n) / onChains,
    }
  })
  need(
    coins.every(({ reserves }, place) => reserves === amountOf(said.reserves[place])),
    'the reserves do not add up',
  )
  return { said, coins }
}

/** Throws unless each address's key signed for this block. Returns the paying key per payout contract. */
export async function checkKeys({ epoch, chains }) {
  const payers = {}
  for (const { chain, hash, addresses } of chains)
    for (const { address, role, signature } of addresses) {
      // An offline key signs only once. A contract proves nothing, because its creator can name any owner.
      const moment = role === 'cold' ? ['cold', chain, address] : [epoch, chain, address, hash]
      const text = ['idwallet-reserve-v1', ...moment].join('\n')
      const isTron = address.startsWith('T')
      const signer = await addressOf(signerOf(text, signature, isTron ? 'TRON' : 'Ethereum'), isTron)
      if (role === 'payout') payers[address] = signer
      else need(isTron ? signer === address : signer === address.toLowerCase(), `not signed by its key: ${address}`)
    }
  return payers
}

/** The node did not answer or has pruned the block. This proves nothing. */
export class NoAnswer extends Error {}
async function ask(node, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const answer = await fetch(node, asked).then(
    (response) => response.json(),
    () => undefined,
  )
  if (!answer || answer.error) throw new NoAnswer(answer?.error?.message ?? 'the node does not answer')
  return answer.result
}
/** Any other text counts as no answer. */
function quantityOf(text) {
  if (!is(text, /^0x(0|[1-9a-f][0-9a-f]{0,15})$/)) throw new NoAnswer('no quantity')
  return BigInt(text)
}
function word(text) {
  if (!is(text, /^0x[0-9a-f]{64}$/)) throw new NoAnswer('no word')
  return text
}
const wordOf = (address) => address.slice(2).toLowerCase().padStart(64, '0')
/** Reads the named block. Throws on any difference from the statement. */
export async function readChain({ evmChainId, block, hash, tokens, addresses }, node, payers) {
  need(quantityOf(await ask(node, 'eth_chainId', [])) === amountOf(evmChainId), 'another chain')
  const at = `0x${block.toString(16)}`
  need((await ask(node, 'eth_getBlockByNumber', [at, false]))?.hash === hash, 'another block')
  const read = async (to, data) => word(await ask(node, 'eth_call', [{ to, data }, at]))
  for (const { address, role, amounts } of addresses) {
    // Calls payer() of the payout contract.
    if (role === 'payout')
      need((await read(address, '0x123119cd')).slice(26) === payers[address]?.slice(2), 'another payer')
    for (const [coin, token] of Object.entries(tokens)) {
      const there = BigInt(await read(token.address, `0x70a08231${wordOf(address)}`))
      need(there === ofCoin(amounts, coin), `${address} held ${there} of ${coin}`)
    }
  }
}

if (globalThis.process?.argv?.[1]?.endsWith('verify-reserves.mjs')) {
  const { readFileSync } = await import('node:fs')
  const [published, owing] = process.argv.slice(2, 4).map((name) => JSON.parse(readFileSync(name, 'utf8')))
  const nodes = Object.fromEntries(process.argv.slice(4).map((word) => word.split(/=(.*)/s).slice(0, 2)))
  const found = { ok: true }
  try {
    const { said, coins } = await readReserves(published, owing)
    const payers = await checkKeys(said)
    const coinTexts = coins.map(({ ratio, ...coin }) => ({
      ...coin,
      ratio: ratio === null ? null : `${Number(ratio) / 100} %`,
    }))
    Object.assign(found, { day: said.day, coins: coinTexts, chains: {} })
    for (const each of said.chains) {
      const node = nodes[each.chain]
      found.chains[each.chain] = node ? 'read' : 'said'
      if (node) await readChain(each, node, payers)
    }
    need(
      coins.every(({ covered }) => covered),
      'less than is owed',
    )
  } catch (error) {
    Object.assign(found, { ok: false, reason: error.message })
    process.exitCode = 1
  }
  process.stdout.write(`${JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? `${value}` : value), 1)}\n`)
}
