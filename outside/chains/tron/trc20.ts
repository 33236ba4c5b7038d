import { bytesToHex } from '@noble/hashes/utils.js'
import { accountOf } from '#kit/chain/tron-address.ts'
import { word } from '../keys/bytes.ts'

const accountWord = (address: string): string => bytesToHex(accountOf(address)).padStart(64, '0')

/** Hex without "0x". The address has 20 bytes, without the network byte. */
export const trc20TransferData = (to: string, baseUnits: bigint): string =>
  `a9059cbb${accountWord(to)}${word(baseUnits)}`

/** Hex without "0x". */
export const trc20BalanceData = (owner: string): string => `70a08231${accountWord(owner)}`
