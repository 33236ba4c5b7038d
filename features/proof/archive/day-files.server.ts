import { headOfDay } from '#identity/operators/operator-log-head.store.ts'
import type { Sql } from '#kit/store/db.ts'
import { addDays, type Day, startOf } from '#kit/time/clock.ts'
import { powerTextOf } from '#products/power/power-log.store.ts'
import { companyProofs } from '#proofs/days/proof.server.ts'
import { loadProofDays } from '#proofs/days/proofs.store.ts'
import { publishedDays } from '#proofs/days/publish.store.ts'
import { flowTexts } from '#proofs/flows/flows.store.ts'
import { publishedReserves } from '#proofs/reserves/reserves.store.ts'
import type { Statement } from '#proofs/tree/format.ts'
import { withWritings } from '../published.server.ts'
import { proofPrograms } from './programs.server.ts'
import { storedZip, type ZipFile } from './stored-zip.server.ts'

export const archiveName = (day: Day): string => `proof-${day}`

const file = (name: string, value: object | undefined): ZipFile[] =>
  value ? [{ name, text: JSON.stringify(value) }] : []

/** Public files of a day, with the verifiers. @returns undefined if the day has no signed statement */
export async function dayFiles(sql: Sql, day: Day): Promise<readonly ZipFile[] | undefined> {
  const [own, before] = await publishedDays(sql, 2, { before: addDays(day, 1) })
  const [kept] = await loadProofDays(sql, day, day)
  if (own?.day !== day || !kept) return undefined
  const house = await companyProofs(sql, kept)
  const reserves = await publishedReserves(sql, day)
  const [sums] = await flowTexts(sql, day, day)
  const [withChains] = await withWritings(sql, [own])
  const head = await headOfDay(sql, day)
  const { logs, house: listed } = JSON.parse(own.text) as Statement
  const power = logs.power && (await powerTextOf(sql, logs.power.hash))
  const said = ({ text, signature, publicKey }: typeof own) => ({ text, signature, publicKey })
  const files = [
    ...file(`statement-${day}.json`, said(own)),
    ...file(`statement-${before?.day}.json`, before && said(before)),
    ...file(`house-${day}.json`, listed.length > 0 && house.length === 0 ? undefined : house),
    // Exactly the text whose digest is in the statement.
    ...(sums ? [{ name: `flows-${day}.json`, text: sums.text }] : []),
    ...(power ? [{ name: `power-${day}.json`, text: power }] : []),
    ...file(`reserves-${day}.json`, reserves?.reserves),
    ...file(`logs-${day}.json`, { logs, head: head ? { ...head, line: Number(head.line) } : null }),
    ...file(`written-${day}.json`, withChains?.written),
    ...proofPrograms(),
  ]
  return [{ name: 'README.txt', text: readme(day, new Set(files.map(({ name }) => name)), before?.day) }, ...files]
}

function readme(day: Day, there: ReadonlySet<string>, before: Day | undefined): string {
  const statement = `statement-${day}.json`
  const lines = [
    ['', statement, 'Is it signed, and does it add up?'],
    [`statement-${before}.json`, `${statement} statement-${before}.json`, 'Does it follow the statement before it?'],
    [`house-${day}.json`, `${statement} house-${day}.json`, 'Are all accounts of the company in the tree?'],
  ] as const
  const checks = lines
    .filter(([needed]) => needed === '' || there.has(needed))
    .map(([, names, question]) => `${question}\n  node verify.mjs ${names}\n  python3 verify.py ${names}\n`)
  const sums = `Are these the sums of the day? Their digest is "logs", "flows", "hash" in the text of the statement.
  sha256sum flows-${day}.json
`
  const power = `Is this the POWER that lines paid on the last day which was summed up by then? Its digest is "logs", "power", "hash" in the text of the statement.
  sha256sum power-${day}.json
`
  const reserves = `What is there of what is owed? Name a node for each chain you want to be read.
  node verify-reserves.mjs reserves-${day}.json ${statement} bsc=https://a-node.example
`
  const written = `Where the statement is written on chains stands in written-${day}.json: any node of a chain says the same.
`
  return [
    `Everything that is public of ${day}. What stands in it, and how it is checked: proof-format.md. Needs Node 20 or Python 3.8.\n`,
    ...checks,
    ...(there.has(`flows-${day}.json`) ? [sums] : []),
    ...(there.has(`power-${day}.json`) ? [power] : []),
    ...(there.has(`reserves-${day}.json`) ? [reserves] : []),
    written,
  ].join('\n')
}

export async function dayArchive(sql: Sql, day: Day): Promise<Buffer | undefined> {
  const files = await dayFiles(sql, day)
  return (
    files &&
    storedZip(
      files.map(({ name, text }) => ({ name: `${archiveName(day)}/${name}`, text })),
      startOf(day),
    )
  )
}
