import { expect, it } from 'vitest'
import { callerOf } from './caller.ts'

it('counts an IPv4 address by itself and an IPv6 one by its /64, however it is written', () => {
  expect(callerOf('203.0.113.7')).toBe('203.0.113.7')
  expect(callerOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  const own = '2001:db8:a:b::/64'
  for (const ip of ['2001:db8:a:b::1', '2001:0DB8:000a:b:1:2:3:4', '2001:db8:a:b:ffff::', '2001:db8:a:b::9%eth0'])
    expect(callerOf(ip), ip).toBe(own)
  expect(callerOf('2001:db8:a:c::1')).not.toBe(own)
  expect(callerOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(callerOf('::1')).toBe('0:0:0:0::/64')
  expect(callerOf('')).toBe('')
})
