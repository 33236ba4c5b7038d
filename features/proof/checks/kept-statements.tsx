import { call } from '#ui/call/call.ts'
import { writeKey } from '#ui/device/device-keys.ts'
import { openFor, parse, sealFor } from '#ui/device/device-values.ts'
import { readKeys } from '#ui/session/update-key.ts'
import { listStatements } from '../proof.contract.ts'
import { digestOf } from './chain-root.ts'
import type { PublishedDay } from './own-proof.ts'
import { type Walk, walkDown } from './statement-chain.ts'

/** About 5 KB per viewed day. Public, so stored per device, not per wallet. */
const prefix = 'statement:'
const nameOf = (day: string): string => `${prefix}${day}`

function isStatement(value: unknown): value is PublishedDay {
  const { day, text, signature, publicKey } = (value ?? {}) as Partial<Record<keyof PublishedDay, unknown>>
  return [day, text, signature, publicKey].every((each) => typeof each === 'string')
}

async function openStatement(day: string, sealed: unknown): Promise<PublishedDay | undefined> {
  if (typeof sealed !== 'string') return undefined
  const text = await openFor(nameOf(day), sealed).catch(() => undefined)
  const kept = text === undefined ? undefined : parse(text, isStatement)
  return kept?.day === day ? kept : undefined
}

export async function keptStatements(): Promise<PublishedDay[]> {
  const rows = await readKeys(prefix).catch(() => new Map<string, unknown>())
  const kept = await Promise.all([...rows].map(([day, sealed]) => openStatement(day, sealed)))
  return kept.filter((each) => each !== undefined)
}

export async function keepStatements(statements: readonly PublishedDay[]): Promise<void> {
  const known = new Set((await keptStatements()).map(({ day }) => day))
  for (const { day, text, signature, publicKey } of statements)
    if (!known.has(day))
      await writeKey(
        nameOf(day),
        await sealFor(nameOf(day), JSON.stringify({ day, text, signature, publicKey })),
      ).catch(() => undefined)
}

/** @throws CallFailure */
export async function readStatements(newest: PublishedDay, first: string): Promise<Walk> {
  return walkDown(newest, {
    kept: await keptStatements(),
    first,
    digestOf,
    fetchOlder: async (cursor, from) => (await call(listStatements, { cursor, from }, { quiet: true })).items,
  })
}
