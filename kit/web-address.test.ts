import { describe, expect, it } from 'vitest'
import { isOnHost, readWebAddress } from './web-address.ts'

const hosts = ['world.org', 'tron.network']
const opens = (text: string): boolean => {
  const url = readWebAddress(text)
  return url !== undefined && isOnHost(url, hosts)
}

describe('an address of the web', () => {
  it('is opened on a host of the list, whatever page of it', () => {
    for (const text of [
      'https://world.org',
      'https://world.org/a?b=c#d',
      'https://WORLD.org/',
      'https://tron.network/x',
    ])
      expect(opens(text), text).toBe(true)
  })

  it.each([
    'http://world.org',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://world.org',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://world.org/1',
    '//world.org',
    'https:world.org',
    'https:/world.org',
    'https:///world.org',
    '/pages/index/index',
    '',
    ' https://world.org',
    'https://world.org\n.evil.com',
    'https://world.org\t',
    'https://evil.com',
    'https://world.org.evil.com',
    'https://evilworld.org',
    'https://sub.world.org',
    'https://world.org@evil.com',
    'https://world.org:443@evil.com/',
    'https://evil.com@world.org',
    'https://@world.org',
    'https://evil.com\\@world.org',
    'https://world.org\\.evil.com',
    'https://world.org:8443',
    'https://world.org.',
    'https://evil.com#@world.org',
    'https://evil.com/https://world.org',
    'https://evil.com?x=https://world.org',
    'https://wоrld.org',
    'https://world.org\u2028',
    'https://wor\u00adld.org.evil.com',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://[::1]',
    'https://localhost',
    `https://world.org/${'a'.repeat(2000)}`,
  ])('is not opened: %s', (text) => {
    expect(opens(text)).toBe(false)
  })
})
