import { bytesToHex } from '@noble/hashes/utils.js'
import { accountOf } from '#kit/tron-address.ts'
import { word } from '../bytes.ts'

const accountWord = (address: string): string => bytesToHex(accountOf(address)).padStart(64, '0')

/** Call data of `transfer(address,uint256)`, hex without "0x". The address is its 20 bytes, without the byte of the network. */
export const trc20TransferData = (to: string, baseUnits: bigint): string =>
  `a9059cbb${accountWord(to)}${word(baseUnits)}`

/** Call data of `balanceOf(address)`, hex without "0x". */
export const trc20BalanceData = (owner: string): string => `70a08231${accountWord(owner)}`
