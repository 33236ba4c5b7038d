import { tronHexOf } from '#kit/chain/tron-address.ts'
import { RpcUnreachable } from '../evm/json-rpc.ts'
import type { Fuel } from '../port.ts'
import type { TronHttp } from './http.ts'
import { trc20TransferData } from './trc20.ts'

export type Simulated = {
  readonly result?: { readonly result?: boolean; readonly message?: string }
  readonly energy_used?: number
  readonly constant_result?: readonly string[]
}
type Parameters = { readonly chainParameter?: readonly { readonly key: string; readonly value?: number }[] }
type Account = { readonly address?: string; readonly balance?: number }
type AccountResource = {
  readonly freeNetLimit?: number
  readonly freeNetUsed?: number
  readonly EnergyLimit?: number
  readonly EnergyUsed?: number
}
const parameterNames = [
  'getEnergyFee',
  'getTransactionFee',
  'getCreateAccountFee',
  'getCreateNewAccountFeeInSystemContract',
] as const
export type Prices = Readonly<Record<(typeof parameterNames)[number], bigint>>

/** Upper bounds: a token transfer has at most 345 bytes, a sun transfer 270. */
const [tokenBytes, sunBytes] = [350n, 280n]

export const simulate = async (ask: TronHttp, from: string, token: string, data: string): Promise<Simulated> =>
  (await ask('/wallet/triggerconstantcontract', {
    owner_address: tronHexOf(from),
    contract_address: tronHexOf(token),
    data,
  })) as Simulated

/** Energy of a transfer, including the surcharge for busy contracts. Undefined if it would fail. */
export async function energyOf(ask: TronHttp, from: string, token: string, to: string, baseUnits: bigint) {
  const said = await simulate(ask, from, token, trc20TransferData(to, baseUnits))
  if (said.result?.result !== true || said.result.message || !said.energy_used) return undefined
  return BigInt(said.energy_used)
}

/** In sun; may be incomplete. */
export async function parametersOf(ask: TronHttp): Promise<Partial<Prices>> {
  const { chainParameter = [] } = (await ask('/wallet/getchainparameters')) as Parameters
  const rows = parameterNames.flatMap((name) => {
    const value = chainParameter.find(({ key }) => key === name)?.value
    return value === undefined || !Number.isSafeInteger(value) || value < 0 ? [] : [[name, BigInt(value)] as const]
  })
  return Object.fromEntries(rows) as Partial<Prices>
}

/** @throws RpcUnreachable if a price is missing, because guessing is unsafe */
export async function pricesOf(ask: TronHttp): Promise<Prices> {
  const prices = await parametersOf(ask)
  const missing = parameterNames.find((name) => prices[name] === undefined)
  if (missing) throw new RpcUnreachable('getchainparameters', `the node does not name ${missing}`)
  return prices as Prices
}

/** Undefined for an unknown address. */
export async function sunAt(ask: TronHttp, address: string): Promise<bigint | undefined> {
  const account = (await ask('/wallet/getaccount', { address: tronHexOf(address) })) as Account
  return account.address === undefined ? undefined : BigInt(account.balance ?? 0)
}

export async function fuelOf(
  ask: TronHttp,
  { from, token, to, baseUnits }: { from: string; token: string; to: string; baseUnits: bigint },
): Promise<Fuel> {
  const prices = await pricesOf(ask)
  const held = await sunAt(ask, from)
  const has = (await ask('/wallet/getaccountresource', { address: tronHexOf(from) })) as AccountResource
  const freeBytes = BigInt((has.freeNetLimit ?? 0) - (has.freeNetUsed ?? 0))
  const energyLeft = BigInt((has.EnergyLimit ?? 0) - (has.EnergyUsed ?? 0))
  // A new address has all its free bytes.
  const isFree = held === undefined || freeBytes >= tokenBytes
  return {
    held,
    energyNeeded: await energyOf(ask, from, token, to, baseUnits),
    energyLeft: energyLeft > 0n ? energyLeft : 0n,
    energyPrice: prices.getEnergyFee,
    bytesFee: isFree ? 0n : tokenBytes * prices.getTransactionFee,
    fundFee:
      held === undefined
        ? prices.getCreateAccountFee + prices.getCreateNewAccountFeeInSystemContract
        : sunBytes * prices.getTransactionFee,
  }
}
