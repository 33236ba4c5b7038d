// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { certifyAddress, type DepositKey, signDepositKeys } from '#kit/chain/deposit-certificate.ts'
import { publicTextOf } from '#kit/seal/signed-text.ts'

const kept = new Map<string, string>()
const read = async (name: string) => (kept.has(name) ? JSON.parse(kept.get(name) ?? '') : undefined)
let walletId = 'W1'
let listed: readonly DepositKey[] | undefined
vi.mock('#ui/draft/kept-json.ts', () => ({
  readKept: read,
  changeKept: async (name: string, _: unknown, make: (now: unknown) => unknown) => {
    const made = make(await read(name))
    kept.set(name, JSON.stringify(made))
    return made
  },
}))
vi.mock('#ui/session/session.ts', () => ({ currentSession: () => ({ walletId }) }))
vi.mock('#ui/call/call.ts', () => ({
  call: async () => {
    if (!listed) throw new Error('no network')
    return { keys: listed, latest: null, logged: null }
  },
}))
const { CheckedAddress } = await import('./CheckedAddress.tsx')

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const secret = (fill: number) => new Uint8Array(32).fill(fill)
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  kept.clear()
  walletId = 'W1'
  listed = signDepositKeys([secret(1)])
})
afterEach(cleanup)

function open(by: number): void {
  cleanup()
  const certificate = certifyAddress({ walletId, family: 'evm', address }, secret(by))
  const chain = {
    ...{
      chain: 'bsc',
      name: 'BNB Smart Chain',
      standard: 'BEP-20',
      enabled: true,
      simulated: false,
      address,
      certificate,
    },
    ...{ confirmations: 15, usualSeconds: 12, late: false, evmChainId: null, coins: [] },
  } as const
  render(<CheckedAddress chain={chain} coin="USDT" />)
}
const showsAddress = async () => {
  await screen.findByText('deposit.address')
  expect(screen.queryByText('deposit.key_changed')).toBeNull()
}
const warns = async () => {
  await screen.findByText('deposit.key_changed')
  expect(screen.queryByText('deposit.address')).toBeNull()
  expect(screen.queryByRole('img')).toBeNull()
}
const pinned = () => JSON.parse(kept.get('depositKeys') ?? '{}')

describe('the address that is paid to', () => {
  it('is shown by the key of the installation, which the device keeps once for all wallets', async () => {
    open(1)
    await showsAddress()
    expect(pinned()).toEqual({ installation: publicTextOf(secret(1)) })
    walletId = 'W2'
    open(1)
    await showsAddress()
    walletId = 'W3'
    listed = signDepositKeys([secret(9)])
    open(9)
    await warns()
    expect(pinned()).toEqual({ installation: publicTextOf(secret(1)) })
  })

  it('is not shown by a key that is none of the list, nor by one before the newest', async () => {
    open(9)
    await warns()
    listed = signDepositKeys([secret(1), secret(2)])
    open(1)
    await warns()
    open(2)
    await showsAddress()
    expect(pinned()).toEqual({ installation: publicTextOf(secret(2)) })
  })

  it('is held to what earlier versions kept for each wallet', async () => {
    kept.set('depositKeys', JSON.stringify({ W7: publicTextOf(secret(1)) }))
    listed = signDepositKeys([secret(9)])
    open(9)
    await warns()
    listed = signDepositKeys([secret(1)])
    open(1)
    await showsAddress()
  })

  it('is shown without a network by the pinned key, and by no other', async () => {
    open(1)
    await showsAddress()
    listed = undefined
    open(1)
    await showsAddress()
    open(9)
    await warns()
  })
})
