/**
 * A Glasshouse client in one file, written from docs/client.md and /api/openapi.json. Needs only Node JS 20.
 * node client.mjs --check: compares every step with vectors.json
 * node client.mjs http://localhost:8080: runs through a demo
 */
import crypto from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const secret = 'glasshouse-public-signing-secret'
const agent = 'glasshouse-example/1 (Node JS)'
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')
const sha256 = (data) => crypto.createHash('sha256').update(data).digest()
const hkdf = (key, salt, info) => Buffer.from(crypto.hkdfSync('sha256', key, salt, info, 32))
const tell = (...words) => process.stdout.write(`${words.join(' ')}\n`)
const lines = (...parts) => parts.join('\n')

/** 12 words: 128 random bits and 4 bits of their SHA-256. */
function newWords() {
  const words = read('english.txt').trim().split('\n')
  const entropy = crypto.randomBytes(16)
  const bits = (BigInt(`0x${entropy.toString('hex')}`) << 4n) | BigInt(sha256(entropy)[0] >> 4)
  return Array.from({ length: 12 }, (_, i) => words[Number((bits >> BigInt(11 * (11 - i))) & 2047n)]).join(' ')
}

const seedOf = (words) => {
  const text = words.toLowerCase().trim().split(/\s+/).join(' ').normalize('NFKD')
  return crypto.pbkdf2Sync(text, 'mnemonic', 2048, 64, 'sha512')
}

function identityOf(words) {
  const raw = hkdf(seedOf(words), 'idwallet/identity/v1', 'ed25519 login key')
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), raw])
  const key = crypto.createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { key, pub: crypto.createPublicKey(key).export({ format: 'jwk' }).x }
}

const signText = (key, text) => crypto.sign(null, Buffer.from(text), key).toString('base64url')
const proofText = ({ purpose, origin, cid, challenge, iat, exp, pub, newPub = '-', deviceId }) =>
  lines('idwallet-auth-v1', purpose, origin, cid, challenge, iat, exp, pub, newPub, deviceId)
const makeProof = (facts, key) => `v1.${facts.pub}.${facts.cid}.${signText(key, proofText(facts))}`

const signedText = (fields) =>
  Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] !== null && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${typeof fields[name] === 'object' ? JSON.stringify(fields[name]) : fields[name]}`)
    .join('&')
const sign = (fields) =>
  crypto
    .createHash('md5')
    .update(signedText(fields) + secret)
    .digest('hex')
    .toUpperCase()

const sessionKey = (pair, answered, sessionId) =>
  hkdf(pair.computeSecret(Buffer.from(answered, 'base64url')), sessionId, 'idwallet/req-hmac/v1')

function xAuth(key, { path, body, timeMs, nonce, sessionId }) {
  const text = lines('idw-req-v1', 'POST', path, '', sha256(body).toString('hex'), timeMs, nonce, sessionId)
  const sig = crypto.createHmac('sha256', key).update(text).digest('base64url')
  return { text, header: `v1;ts=${timeMs};n=${nonce};sig=${sig}` }
}

function totp(base32, seconds) {
  const bits = [...base32]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)))
  const digest = crypto.createHmac('sha1', key).update(step).digest()
  return String((digest.readUInt32BE(digest.at(-1) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

class Refused extends Error {
  constructor(path, { msg, params }) {
    super(`${path}: ${msg} ${JSON.stringify(params ?? {})}`)
  }
}

export class Client {
  constructor(host, reference) {
    Object.assign(this, { host, reference, device: `d_${crypto.randomBytes(8).toString('hex')}` })
  }

  static async at(host) {
    return new Client(host, await (await fetch(`${host}/api/openapi.json`)).json())
  }

  async headers(call, path, body) {
    const { securitySchemes } = this.reference.components
    const names = new Set(Object.keys(call.security[0] ?? {}).map((scheme) => securitySchemes[scheme].name))
    const headers = { 'User-Agent': agent, ...(body ? { 'Content-Type': 'application/json' } : {}) }
    if (names.has('Req-Token')) {
      this.requestToken ??= (await this.post('/req-token', { appKey: 'glasshouse-web' }))['req-token']
      headers['Req-Token'] = this.requestToken
    }
    if (names.has('User-Token')) headers['User-Token'] = this.session.token
    if (names.has('Wallet-Token')) headers['Wallet-Token'] = this.walletToken
    if (names.has('X-Auth')) {
      const { key, id: sessionId } = this.session
      const nonce = crypto.randomBytes(16).toString('base64url')
      headers['X-Auth'] = xAuth(key, { path: `/api${path}`, body, timeMs: Date.now(), nonce, sessionId }).header
    }
    return headers
  }

  async call(method, path, fields) {
    const call = this.reference.paths[path][method.toLowerCase()]
    const key = crypto.randomUUID()
    let envelope
    for (let tries = 0; tries < 20; tries += 1) {
      const sent = { ...fields, lang: 'en', source: 'web', timestamp: Math.floor(Date.now() / 1000) }
      const body = method === 'POST' ? JSON.stringify({ ...sent, sign: sign(sent) }) : undefined
      const url = `${this.host}/api${path}${body ? '' : `?${new URLSearchParams(sent)}`}`
      const headers = { ...(await this.headers(call, path, body)), ...(body ? { 'Idempotency-Key': key } : {}) }
      const answer = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(60_000) })
      envelope = await answer.json()
      if (envelope.code === 0) return envelope.data
      const after = answer.headers.get('retry-after')
      if (envelope.msg.startsWith('req_token')) {
        this.requestToken = undefined
        await wait(500)
      } else if (after) await wait(Number(after) * 1000)
      else break
    }
    throw new Refused(path, envelope)
  }

  get = (path, fields = {}) => this.call('GET', path, fields)
  post = (path, fields = {}) => this.call('POST', path, fields)

  async prove(purpose) {
    const { key, pub } = identityOf(this.words)
    const challenge = await this.post('/login/challenge', { purpose, pub })
    return makeProof({ ...challenge, purpose, origin: this.host, pub, deviceId: this.device }, key)
  }

  async create(password) {
    Object.assign(this, { words: newWords(), password })
    const pair = crypto.createECDH('prime256v1')
    const dh = pair.generateKeys('base64url')
    const mnemonic = await this.prove('create')
    const answer = await this.post('/login/create', {
      mnemonic,
      password,
      r_password: password,
      deviceId: this.device,
      dh,
    })
    const { token, sessionId: id } = answer
    this.session = { token, id, key: sessionKey(pair, answer.dh, id) }
    this.walletId = answer.walletId
    return this.walletId
  }

  backUp = async () => this.post('/wallet/backup', { mnemonic: await this.prove('backup'), deviceId: this.device })

  async confirm() {
    this.walletToken = (await this.post('/wallet/check', { paysword: this.password })).walletToken
  }

  async waitFor(kind, isDone) {
    const sent = { lang: 'en', source: 'web', timestamp: Math.floor(Date.now() / 1000) }
    const headers = await this.headers(this.reference.paths['/events'].get, '/events')
    const signal = AbortSignal.timeout(120_000)
    const { body } = await fetch(`${this.host}/api/events?${new URLSearchParams(sent)}`, { headers, signal })
    let rest = ''
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop()
      for (const block of blocks) {
        const [, event] = /^event: (.*)$/m.exec(block) ?? []
        const [, data] = /^data: (.*)$/m.exec(block) ?? []
        if (event === kind && JSON.parse(data).items.some(isDone)) return
      }
    }
    throw new Error(`the events ended before a ${kind} came`)
  }

  async recharge(series, coin, number) {
    const isHere = (item) => item.coin === coin && Number(item.available) >= Number(number)
    await this.post('/wallet/faucet', { series, coin, number })
    const { items } = await this.get('/wallet/assets')
    if (!items.some(isHere)) await this.waitFor('balance', isHere)
  }

  async passGates(line, region) {
    await this.post('/my/region', { region })
    let quiz = await this.get('/invest/quiz', { line })
    const left = new Map(quiz.questions.map(({ questionId, answers }) => [questionId, [...answers]]))
    while (!quiz.passed) {
      const answers = Object.fromEntries([...left].map(([question, [first]]) => [question, first]))
      quiz = await this.post('/invest/quiz', { line, answers })
      for (const question of quiz.wrong) left.get(question).shift()
    }
  }

  async buy(coin, number) {
    for (const product of (await this.get('/invest/products')).items)
      for (const { period, sideShare } of product.periods) {
        const { id, line, state, base, side, needsReservation, reinvests } = product
        const isWanted = state === 'open' && base === coin && !needsReservation && (!side || Number(sideShare) === 0)
        const terms = { id, number, ...(period ? { period } : {}) }
        const { quote, card } = isWanted ? await this.get('/invest/product', terms) : {}
        if (!quote || quote.problem) continue
        await this.passGates(line, 'PK')
        const choice = reinvests ? { reinvest: false } : {}
        return (await this.post('/invest/buy', { ...terms, ...choice, card: card.hash })).order
      }
    throw new Error(`nothing is on sale for ${coin}`)
  }

  async withdraw(series, coin, number, address) {
    const { secret: shared } = await this.post('/my/google-setup')
    const now = Date.now() / 1000
    // Uses the previous, current and next code, because each works once.
    await this.post('/my/google-bind', { code: totp(shared, now - 30) })
    const issuedAt = Math.floor(now)
    const signature = signText(
      identityOf(this.words).key,
      lines('idwallet-bind-v1', this.walletId, series, address, issuedAt),
    )
    const bound = { series, address, real: 'mine', code: totp(shared, now), issuedAt, signature }
    await this.post('/my/address-bind', bound)
    return this.post('/wallet/withdraw', { series, coin, number, code: totp(shared, now + 30) })
  }
}

function check() {
  const {
    identity,
    proof,
    sign: signed,
    file,
    agreement,
    xAuth: request,
    address,
    code,
    act,
  } = JSON.parse(read('vectors.json'))
  const { key, pub } = identityOf(identity.phrase)
  const pair = crypto.createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(agreement.privateScalar, 'hex'))
  const agreed = sessionKey(pair, agreement.answeredDh, agreement.sessionId)
  const { text, header } = xAuth(agreed, request)
  const compared = {
    seed: [seedOf(identity.phrase).toString('hex'), identity.seed],
    pub: [pub, identity.pub],
    'proof text': [proofText(proof.facts), proof.text],
    proof: [makeProof(proof.facts, key), proof.proof],
    'signed text': [signedText(signed.fields), signed.text],
    sign: [sign(signed.fields), signed.sign],
    file: [sha256(Buffer.from(file.hex, 'hex')).toString('hex'), file.counts],
    dh: [pair.getPublicKey('base64url'), agreement.dh],
    'session key': [agreed.toString('hex'), agreement.key],
    'X-Auth text': [text, request.text],
    'X-Auth': [header, request.header],
    address: [signText(key, address.text), address.signature],
    code: [totp(code.secret, code.timeMs / 1000), code.code],
    act: [sha256(act.text).toString('base64url'), act.digest],
  }
  for (const [name, [got, wanted]] of Object.entries(compared))
    if (got !== wanted) throw new Error(`${name}: ${got} instead of ${wanted}`)
  tell('vectors: all fit')
}

async function journey(host) {
  const [one, other] = [await Client.at(host), await Client.at(host)]
  tell('created', await one.create('Example7pass'), 'and', await other.create('Example8pass'))
  await one.backUp()
  await other.backUp()
  tell('backed up, both')
  await one.recharge('bsc', 'USDT', '500')
  tell('recharged 500 USDT')
  await one.confirm()
  const order = await one.buy('USDT', '100')
  tell('bought order', order.id, order.state)
  const paid = await one.post('/wallet/conver', { target: other.walletId, coin: 'USDT', number: '25' })
  tell('transferred', paid.id)
  const withdrawal = await one.withdraw('bsc', 'USDT', '50', `0x${crypto.randomBytes(20).toString('hex')}`)
  tell('withdrawal', withdrawal.id, withdrawal.state)
  const { items } = await other.get('/wallet/assets')
  if (!items.some(({ coin, available }) => coin === 'USDT' && Number(available) === 25))
    throw new Error('25 USDT are missing')
  tell('done')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await (process.argv[2] === '--check' ? check() : journey(process.argv[2]))
