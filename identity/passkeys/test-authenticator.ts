import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation } from './verify.server.ts'

function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number): Buffer =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...parts])
}

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

export type BentDevice = {
  readonly origin?: string
  readonly host?: string
  readonly verified?: boolean
  readonly counter?: number
  readonly clientData?: Readonly<Record<string, unknown>>
  readonly statement?: { readonly fmt: string; readonly attStmt: Map<string, unknown> }
}

export function testAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  let counter = 0

  const clientDataOf = (type: string, challenge: string, bent: BentDevice) =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: bent.origin ?? origin, crossOrigin: false, ...bent.clientData }),
    )
  const dataOf = (bent: BentDevice, credential: Buffer | undefined): Buffer => {
    const head = Buffer.alloc(5)
    head[0] = 1 | (bent.verified === false ? 0 : 4) | (credential ? 64 : 0)
    head.writeUInt32BE(bent.counter ?? counter, 1)
    return Buffer.concat([sha256(bent.host ?? new URL(origin).hostname), head, credential ?? Buffer.alloc(0)])
  }

  return {
    id,
    make(challenge: string, bent: BentDevice = {}): Attestation {
      const clientData = clientDataOf('webauthn.create', challenge, bent)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, rawId, cbor(coseKeyOf(publicKey))])
      const { fmt, attStmt } = bent.statement ?? { fmt: 'none', attStmt: new Map() }
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', dataOf(bent, credential)],
        ]),
      )
      const text = (bytes: Buffer) => bytes.toString('base64url')
      return { id, clientData: text(clientData), attestation: text(attestation), transports: ['internal'] }
    },
    sign(challenge: string, bent: BentDevice = {}): Assertion {
      counter += 1
      const clientData = clientDataOf('webauthn.get', challenge, bent)
      const data = dataOf(bent, undefined)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      const text = (bytes: Buffer) => bytes.toString('base64url')
      return { id, clientData: text(clientData), authenticatorData: text(data), signature: text(signature) }
    },
  }
}
export type TestAuthenticator = ReturnType<typeof testAuthenticator>

function coseKeyOf(key: KeyObject): Map<number, unknown> {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}
