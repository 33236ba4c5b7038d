import { beforeEach, describe, expect, it } from 'vitest'
import { parseUnits, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { dayMs, hourMs, stoppedClock } from '#kit/time/clock.ts'
import type { WithdrawalIntent } from './acts/signer-payments.ts'
import { NeedsApproval } from './signer-refused.ts'
import { firstRules, readRules } from './signer-rules.ts'
import { signerAt } from './signer-socket.ts'
import type { RunningSigner } from './start-signer.ts'
import { pinnedNetwork, signerForEach } from './test-signer.ts'

const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const approverKeys = { ada: keyOf(11), ben: keyOf(12) }
const approvers = { ada: publicTextOf(approverKeys.ada), ben: publicTextOf(approverKeys.ben) }
const addresses = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
] as const
const given = JSON.parse(firstRules()) as Record<string, object>
const begin = new Date('2026-11-27T12:00:00Z')

describe('what goes to one destination within 24 hours', () => {
  let signer: RunningSigner
  let number = 0
  const clock = stoppedClock(begin)
  const USDT = { ...given.USDT, reviewFrom: '1000', reviewNewFrom: '500', newInDay: '1200' }
  const own = signerForEach(
    (started) => {
      signer = started
    },
    () => ({ rules: readRules(JSON.stringify({ ...given, USDT, approvers })), clock }),
  )
  beforeEach(async () => {
    clock.set(begin)
    number = 0
    await signer.pinNetwork(pinnedNetwork)
  })

  const intent = (amount: string, wallet = 0, address = addresses[wallet]): WithdrawalIntent => {
    const walletId = `W${wallet}`
    const text = ['idwallet-bind-v1', walletId, 'eth', address, 1_764_000_000].join('\n')
    const signed = { publicKey: publicTextOf(keyOf(1)), signature: signWith(text, keyOf(1)) }
    number += 1
    return {
      id: `wd:${number}`,
      chain: 'eth',
      coin: 'USDT',
      units: `${parseUnits(amount)}`,
      nonce: number,
      feeMaxPerGas: '2000000000',
      tipMaxPerGas: '1000000000',
      certificate: { walletId, chain: 'eth', address: address ?? '', issuedAt: 1_764_000_000, ...signed },
      successions: [],
    }
  }
  const approved = (asked: WithdrawalIntent): WithdrawalIntent => {
    const { walletId, address } = asked.certificate
    const words = ['idwallet-approve-v1', asked.id, walletId, 'eth', address, 'USDT', showUnits(BigInt(asked.units))]
    const approvals = Object.entries(approverKeys).map(([approver, key]) => ({
      approver,
      signature: signWith(words.join('\n'), key),
    }))
    return { ...asked, approvals }
  }
  const pays = (amount: string, wallet = 0) => signer.signWithdrawal(intent(amount, wallet))
  const grown = async (...wallets: readonly number[]) => {
    for (const wallet of wallets) await signer.pinDestination(intent('1', wallet).certificate, [])
    clock.advance(7 * dayMs)
  }

  it('needs approvers above their limit in however many parts: of a hundred payments at once one is signed', async () => {
    await grown(0)
    const asked = Array.from({ length: 100 }, () => intent('1000'))
    const signed = await Promise.allSettled(asked.map((each) => signer.signWithdrawal(each)))
    expect(signed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(signed.at(-1)).toMatchObject({ reason: expect.any(NeedsApproval) })
    await expect(signerAt(signer.socket).signWithdrawal(intent('0.01'))).rejects.toThrow(NeedsApproval)
  })

  it('rolls on: after a restart it still counts, and each payment for 24 hours', async () => {
    await grown(0)
    await pays('600')
    clock.advance(12 * hourMs)
    await pays('400')
    await own.restart()
    await expect(pays('0.01')).rejects.toThrow('much for one destination')
    clock.advance(12 * hourMs - 1)
    await expect(pays('0.01')).rejects.toThrow('much for one destination')
    clock.advance(1)
    await pays('600')
    await expect(pays('0.01')).rejects.toThrow('much for one destination')
    clock.advance(-3 * dayMs)
    await expect(pays('0.01')).rejects.toThrow('much for')
  })

  it('is one destination for all wallets that are paid there', async () => {
    await signer.pinDestination(intent('1', 0).certificate, [])
    await signer.pinDestination(intent('1', 1, addresses[0]).certificate, [])
    clock.advance(7 * dayMs)
    await pays('1000')
    await expect(signer.signWithdrawal(intent('1', 1, addresses[0]))).rejects.toThrow('much for one destination')
  })

  it('does not count what approvers let go, which is signed whatever went before', async () => {
    await grown(0)
    await signer.signWithdrawal(approved(intent('5000')))
    await pays('1000')
    await expect(pays('1')).rejects.toThrow('0 of 2')
    await signer.signWithdrawal(approved(intent('1')))
    const other = approved(intent('7'))
    await expect(signer.signWithdrawal({ ...intent('8'), approvals: other.approvals ?? [] })).rejects.toThrow('0 of 2')
  })

  it('is held to less while the destination is new, by the signer’s own clock and through a restart', async () => {
    await pays('500')
    await expect(pays('0.01')).rejects.toThrow('much for a new destination')
    clock.advance(7 * dayMs - 1)
    await own.restart()
    await pays('500')
    await expect(pays('0.01')).rejects.toThrow('much for a new destination')
    clock.advance(1)
    await pays('500')
    await expect(pays('0.01')).rejects.toThrow('much for one destination')
  })

  it('is held to a sum for all new destinations together, which leaves those known for long alone', async () => {
    await grown(3)
    await pays('500', 0)
    await pays('500', 1)
    await expect(pays('201', 2)).rejects.toThrow('much for new destinations together')
    await pays('200', 2)
    await expect(pays('0.01', 2)).rejects.toThrow('together')
    await pays('1000', 3)
    await signer.signWithdrawal(approved(intent('300', 2)))
    clock.advance(dayMs)
    await pays('500', 0)
  })

  it('follows from the rules of all where a file says nothing of new ones, and is nothing without approvers', () => {
    const read = (change: object) => readRules(JSON.stringify({ ...given, approvers, ...change })).USDT
    expect(read({ USDT: { ...given.USDT, reviewFrom: '1000' } })).toMatchObject({
      reviewFrom: 1000n * unitsPerOne,
      reviewNewFrom: 500n * unitsPerOne,
      newInDay: 10_000n * unitsPerOne,
    })
    expect(read({})).toEqual({ atOnce: 10_000n * unitsPerOne, inDay: 100_000n * unitsPerOne })
    expect(readRules(firstRules()).newDestinationMs).toBe(7 * dayMs)
    expect(() => read({ USDT: { ...given.USDT, reviewFrom: '9', newInDay: 'x' } })).toThrow('from when USDT')
    expect(() => read({ newDestinationDays: -1 })).toThrow('how long a destination is new')
  })
})
