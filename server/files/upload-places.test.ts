import { describe, expect, it } from 'vitest'
import { stoppedClock } from '#kit/time/clock.ts'
import { createUploadPlaces, type UploadForm, type UploadPool, uploadLimits } from './upload-places.ts'

function places() {
  const clock = stoppedClock(new Date('2026-11-27T12:00:00.000Z'))
  const made = createUploadPlaces(clock)
  const cut: string[] = []
  let wallets = 0
  const begin = (address: string, pool: UploadPool = 'any', walletId = `w${++wallets}`): UploadForm =>
    made.begin({ address, walletId, pool, cut: () => cut.push(address) })
  return { ...made, begin, clock, cut }
}
const { smallBytes, leastBytes, windowMs, ofAddress } = uploadLimits

function receive(form: UploadForm, bytes: number): boolean {
  for (let left = bytes; left > 0; left -= 16_384) if (!form.receive(Math.min(left, 16_384))) return false
  form.complete()
  return true
}

describe('the places of uploads', () => {
  it('are not taken by promises: beside 64 slow forms of 16 addresses a picture of 5 MB arrives', () => {
    const { begin, begun } = places()
    for (let nth = 0; nth < 64; nth++) begin(`a${nth % 16}`).receive(1)
    expect(begun()).toBe(64)
    expect(receive(begin('other'), 5_000_000)).toBe(true)
  })

  it('are kept by bytes that go on arriving: what is slower than the least speed is cut off, at any size', () => {
    const { begin, sweep, clock, cut, begun } = places()
    const [slow, large, steady] = [begin('slow'), begin('large'), begin('steady')]
    slow.receive(1)
    large.receive(1_000_000)
    steady.receive(leastBytes)
    clock.advance(windowMs - 1)
    sweep()
    expect(cut).toEqual([])
    clock.advance(1)
    sweep()
    expect(cut).toEqual(['slow'])
    steady.receive(leastBytes)
    clock.advance(windowMs)
    sweep()
    expect(cut).toEqual(['slow', 'large'])
    expect(slow.receive(1)).toBe(false)
    clock.advance(windowMs)
    sweep()
    expect([cut, begun()]).toEqual([['slow', 'large', 'steady'], 0])
  })

  it('are not cut off any more once all of a form is there', () => {
    const { begin, sweep, clock, cut } = places()
    receive(begin('a'), 1_000)
    clock.advance(windowMs * 10)
    sweep()
    expect(cut).toEqual([])
  })

  it('are shared between addresses: where all are taken, the newest of the address with the most makes room', () => {
    const { begin, cut } = places()
    for (let nth = 0; nth < uploadLimits.places.any; nth++) begin(`a${nth % 2}`).receive(smallBytes + 1)
    expect(receive(begin('b'), 1_000_000)).toBe(true)
    expect(cut).toEqual(['a0'])
    expect(receive(begin('c'), 1_000_000)).toBe(true)
    expect(cut).toEqual(['a0', 'a1'])
    expect(begin('a0').receive(smallBytes + 1)).toBe(false)
  })

  it('are of an address and of a wallet so many, and free again when an answer is over', () => {
    const { begin } = places()
    const forms = Array.from({ length: ofAddress }, () => begin('a'))
    expect(() => begin('a')).toThrow('request.busy')
    for (let nth = 0; nth < uploadLimits.ofWallet; nth++) begin(`b${nth}`, 'any', 'ana')
    expect(() => begin('c', 'any', 'ana')).toThrow('request.busy')
    forms[0]?.end()
    begin('a')
  })

  it('of an open dispute are apart: strangers who fill all others keep no evidence out', () => {
    const { begin } = places()
    for (let nth = 0; nth < uploadLimits.forms.any; nth++) begin(`a${nth}`).receive(1)
    expect(() => begin('ana')).toThrow('request.busy')
    expect(receive(begin('ana', 'dispute'), 5_000_000)).toBe(true)
    const fast = places()
    for (let nth = 0; nth < uploadLimits.places.any; nth++) fast.begin(`a${nth}`).receive(smallBytes + 1)
    expect(receive(fast.begin('ben'), 100_000)).toBe(false)
    expect(receive(fast.begin('ben', 'dispute'), 5_000_000)).toBe(true)
  })
})
