import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../run/command.ts'
import { readAsvs } from './asvs.ts'
import { isProduct } from './cryptography.ts'

/** Absent technologies, each with a pattern that would detect it. */
const absent: Readonly<Record<string, RegExp>> = {
  'a directory service (V1.2.6)': /ldapjs|ldapts|['"]ldaps?:/,
  'XML and what asks it (V1.2.7, V1.5.1)': /xml2js|fast-xml-parser|xmldom|libxmljs|DOMParser|XPathResult|['"]xpath['"]/,
  'LaTeX (V1.2.8)': /pdflatex|xelatex|shell-escape/,
  'templates (V1.3.7)': /handlebars|mustache|nunjucks|['"]ejs['"]|['"]pug['"]|['"]eta['"]/,
  'Java and its names (V1.3.8)': /['"]jndi:|['"]java['"]/,
  'memcache (V1.3.9)': /memcached|memjs|memcache-/,
  'cookies (V3.3)': /set-cookie|document\.cookie|setCookie|@fastify\/cookie/i,
  'messages between windows (V3.5.5)':
    /window\.(?:onmessage|addEventListener\(\s*['"]message)|\.(?:contentWindow|opener|parent)[?!]?\.postMessage/,
  'JSONP (V3.5.6)': /jsonp/i,
  'HTTP/2 of our own (V4.2.3, V4.2.4)': /node:http2|http2:\s*true/,
  'GraphQL (V4.3)': /graphql/i,
  'WebSockets (V4.4)': /new WebSocket\b|@fastify\/websocket|from ['"]ws['"]/,
  'unpacking of archives (V5.2.5)': /yauzl|adm-zip|jszip|['"]tar['"]|createGunzip|gunzipSync|unzipSync/,
  'codes by telephone (V6.6.1)': /twilio|vonage|sendSms/,
  'identity providers, OAuth and OpenID (V6.8, V7.1.3, V7.6.1, chapter 10)':
    /openid-client|passport|oauth|['"]saml|oidc/i,
  'certificates of clients (V12.1.3)': /requestCert/,
  'WebRTC (chapter 17)': /RTCPeerConnection|webrtc|mediasoup/i,
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const code = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => isProduct(path) && existsSync(join(root, path)))
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
const texts = [
  [
    'package.json',
    Object.keys(dependencies)
      .map((name) => `'${name}'`)
      .join('\n'),
  ] as const,
  ...code.map((path) => [path, read(path)] as const),
]

describe('what is said not to exist', () => {
  it.each(Object.entries(absent))('is nowhere: %s', (_, sign) => {
    expect(texts.filter(([, text]) => sign.test(text)).map(([path]) => path)).toEqual([])
  })

  it('is everything the table says is absent, but for what is one by nature', () => {
    const named = new Set(Object.keys(absent).flatMap((name) => name.match(/V\d+(?:\.\d+)+/g) ?? []))
    const looked = (id: string) => named.has(id) || named.has(id.replace(/\.\d+$/, ''))
    const rows = readAsvs(read('docs/security/asvs.csv')).filter(({ state }) => state === 'absent')
    const byNature = rows.filter(({ id }) => !looked(id)).map(({ id }) => id)
    // These requirements do not apply to a single app without expiry, backup codes or unauthenticated ciphers.
    expect(byNature).toEqual(['V3.5.4', 'V6.4.5', 'V6.5.2', 'V8.4.1', 'V9.2.4', 'V11.3.5'])
  })
})
