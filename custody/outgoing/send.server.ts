import type { ChainPort } from '#outside/chains/port.ts'
import { isFinal, outcomeOf } from './outgoing.ts'

/** The only caller of a port's `broadcast`. Store the bytes first. @param hashes our transactions with this nonce */
export async function send(
  port: ChainPort,
  raw: string,
  hashes: readonly string[],
): Promise<ReturnType<typeof outcomeOf>> {
  const answer = await port.broadcast(raw)
  return outcomeOf(answer, answer === 'nonce_too_low' && (await isOneKnown(port, hashes)))
}

export async function isOneKnown(port: ChainPort, hashes: readonly string[]): Promise<boolean> {
  for (const hash of hashes) if (await port.knows(hash)) return true
  return false
}

export const isDeep = async (port: ChainPort, blockNumber: number, needed: number): Promise<boolean> =>
  isFinal(blockNumber, { head: await port.head(), final: await port.final(), needed })
