import { expect, it } from 'vitest'
import { callerOf, networkOf, plainAddress } from './caller.ts'

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

it('knows the network of an address, however it is written', () => {
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.200']) expect(networkOf(ip)).toBe('203.0.113.0/24')
  for (const ip of ['2001:db8:a:b::1', '2001:0DB8:000a:ffff::2']) expect(networkOf(ip), ip).toBe('2001:db8:a::/48')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0::/48')
  expect(networkOf('')).toBe('')
})

it('writes an address in one form: IPv4 where IPv6 wraps it, IPv6 by its eight groups', () => {
  for (const ip of [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '::FFFF:203.0.113.7',
    '::ffff:cb00:7107',
    '0:0:0:0:0:ffff:cb00:7107%eth0',
  ])
    expect(plainAddress(ip), ip).toEqual({ kind: 'ipv4', address: '203.0.113.7' })
  expect(plainAddress('::ffff:1ff:feff')).toEqual({ kind: 'ipv4', address: '1.255.254.255' })
  for (const [ip, address] of [
    ['2001:0DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['1:2::', '1:2:0:0:0:0:0:0'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['fe80::9%eth0', 'fe80:0:0:0:0:0:0:9'],
    ['1::ffff:cb00:7107', '1:0:0:0:0:ffff:cb00:7107'],
    ['::1:ffff:cb00:7107', '0:0:0:0:1:ffff:cb00:7107'],
    ['::fffe:cb00:7107', '0:0:0:0:0:fffe:cb00:7107'],
  ] as const)
    expect(plainAddress(ip), ip).toEqual({ kind: 'ipv6', address, groups: address.split(':') })
  for (const ip of ['', 'a name', '1:2:3']) expect(plainAddress(ip), ip).toEqual({ kind: 'other' })
})
