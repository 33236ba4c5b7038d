import { base32nopad, base64urlnopad, hex } from '@scure/base'
import { mnemonicToSeed } from '@scure/bip39'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import {
  bindMessage,
  identityKeyOf,
  makeProof,
  normalizePhrase,
  proofMessage,
  signText,
} from '#identity/sessions/identity-key.ts'
import { parseWalletId } from '#identity/wallet-id.ts'
import { expect } from '#kit/expect.ts'
import { fileDigest } from '#kit/wire/form.ts'
import { actDigest, actText } from '#kit/wire/signing/act.ts'
import { signedText, signFields, signSecret } from '#kit/wire/signing/sign.ts'
import { deriveSessionSecret, importSessionKey, xAuthHeader, xAuthText } from '#kit/wire/signing/x-auth.ts'

const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

async function sessionKeyOf(scalar: string) {
  // PKCS #8 prefix up to the scalar; WebCrypto computes the point.
  const before = '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420'
  const pkcs8 = new Uint8Array(hex.decode(before + scalar))
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, curve, true, ['deriveBits'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  const point = new Uint8Array([4, ...base64urlnopad.decode(x), ...base64urlnopad.decode(y)])
  return { scalar, privateKey, point: base64urlnopad.encode(point) }
}

async function sessionVectors() {
  const sessionId = 'AAECAwQFBgcICQoLDA0ODw'
  const [mine, theirs] = [await sessionKeyOf('11'.repeat(32)), await sessionKeyOf('22'.repeat(32))]
  const secret = await deriveSessionSecret(mine.privateKey, theirs.point, sessionId)
  const body = '{"lang":"en","source":"web","timestamp":1764000000,"number":"5","sign":"0"}'
  const nonce = 'EBESExQVFhcYGRobHB0eHw'
  const request = {
    method: 'POST',
    path: '/api/wallet/faucet',
    query: '',
    body,
    timeMs: 1_764_000_000_123,
    nonce,
    sessionId,
  }
  return {
    agreement: {
      privateScalar: mine.scalar,
      dh: mine.point,
      answeredDh: theirs.point,
      sessionId,
      key: hex.encode(secret),
    },
    xAuth: {
      ...request,
      text: xAuthText(request, fileDigest(new TextEncoder().encode(body))),
      header: await xAuthHeader(await importSessionKey(secret), request),
    },
  }
}

/** Uses few rounds. The solution is the first counter whose key has the required prefix. */
async function workVectors() {
  const [nonce, salt] = ['00112233445566778899aabbccddeeff', 'ffeeddccbbaa99887766554433221100']
  const parameters = { algorithm: 'PBKDF2/SHA-256', cost: 100, keyLength: 32, keyPrefix: '00', nonce, salt }
  const solved = await solveChallenge({ challenge: { parameters, signature: '' }, deriveKey })
  return { parameters, counter: solved?.counter ?? null, derivedKey: solved?.derivedKey ?? null }
}

function actVector() {
  const fields = { target: '0123456789', number: '25.5', coin: 'USDT' }
  const act = { method: 'POST', path: '/wallet/conver', key: '0F8FAD5B-D9CB-469F-A165-70867728950E', fields }
  return { ...act, text: actText(act), digest: actDigest(act) }
}

/** Known answers for client authors, computed with production code. */
export async function clientVectors() {
  const key = await identityKeyOf(phrase)
  expect(key, 'the phrase of the vectors is one')
  const facts = {
    purpose: 'create',
    origin: 'http://localhost:3000',
    cid: 'aSQ2AAECAwQFBgcICQoL',
    challenge: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
    iat: 1_764_000_000,
    exp: 1_764_000_120,
    pub: key.publicText,
    deviceId: 'd_device',
  } as const
  const fields = {
    source: 'web',
    lang: 'en',
    timestamp: 1_764_000_000,
    number: '5.50',
    reinvest: false,
    empty: '',
    answers: { worst: 'a' },
  }
  const bind = bindMessage('0123456789', 'bsc', '0x52908400098527886E0F7030069857D2E4169EE7', 1_764_000_000)
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  return {
    identity: { phrase, seed: hex.encode(await mnemonicToSeed(normalizePhrase(phrase))), pub: key.publicText },
    proof: { facts, text: proofMessage(facts), proof: makeProof(facts, key) },
    sign: { secret: signSecret, fields, text: signedText(fields), sign: signFields(fields) },
    file: { hex: '68656c6c6f', counts: fileDigest(new TextEncoder().encode('hello')) },
    ...(await sessionVectors()),
    address: { text: bind, signature: signText(bind, key) },
    code: { secret, timeMs: 1_764_000_000_000, code: codeAt(base32nopad.decode(secret), new Date(1_764_000_000_000)) },
    act: actVector(),
    work: await workVectors(),
    walletId: { typed: 'o1l2 34567-k', plain: parseWalletId('o1l2 34567-k') ?? null },
  }
}

export const vectorsText = async (): Promise<string> => `${JSON.stringify(await clientVectors(), null, 2)}\n`
