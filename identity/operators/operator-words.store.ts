import type { Sql } from '#kit/store/db.ts'
import { isAsWritten, isNext, type LoggedOperation, linesAfter } from './operator-log.store.ts'
import {
  isSignedByTwo,
  type Proposal,
  proposalsOf,
  proposalVersions,
  readProposals,
} from './operator-proposals.store.ts'
import { type Operator, operators } from './operators.store.ts'

/** Checks per run, about a millisecond each. */
const checksMax = 200

type SetUp = Pick<LoggedOperation, 'operator' | 'publicKey'>

/** The first operators. Each signed their own entry before any other operator existed. */
async function setUpOf(sql: Sql): Promise<readonly SetUp[]> {
  const lines = await linesAfter(sql, { verb: 'operator add', after: 0n, limit: 2, isAlone: true })
  return lines.filter((line) => isAsWritten(line))
}

/** @returns the arguments of each proposal signed by two operators */
export async function signedWords(sql: Sql, verb: string): Promise<readonly (readonly string[])[]> {
  const named = await operators(sql)
  return (await proposalsOf(sql, verb)).filter((each) => isSignedByTwo(each, named)).map(({ args }) => args)
}

/** The first operator without a signed appointment or removal. */
async function strangerAmong(sql: Sql, named: readonly Operator[], isReal: boolean): Promise<string | undefined> {
  const setUp = await setUpOf(sql)
  const [added, ended] = [await signedWords(sql, 'operator add'), await signedWords(sql, 'operator end')]
  const isNamed = ({ name, publicKey }: Operator) =>
    setUp.some((each) => each.operator === name && each.publicKey === publicKey) ||
    added.some((args) => args[0] === name && args[1] === publicKey)
  const isEnded = ({ name }: Operator) => ended.some((args) => args[0] === name)
  return named.find((each) => (each.isDemo ? isReal : !isNamed(each) || (each.endedAt !== null && !isEnded(each))))
    ?.name
}

export type WordCheck = (sql: Sql) => Promise<string | undefined>

/**
 * Incremental: each run checks all operators, changed proposals and new log entries. @returns the problem, such as "operator eve",
 * "proposal 7", "line 9 of the log"
 */
export function createWordCheck(): WordCheck {
  const checked = new Map<string, string>()
  let last: Pick<LoggedOperation, 'id' | 'hash'> | undefined

  async function wrongProposal(sql: Sql, named: readonly Operator[]): Promise<Proposal | undefined> {
    const changed = (await proposalVersions(sql)).filter(({ id, version }) => checked.get(`${id}`) !== version)
    const taken = changed.slice(0, checksMax)
    const found = await readProposals(
      sql,
      taken.map(({ id }) => id),
    )
    const wrong = found.find((proposal) => !isSignedByTwo(proposal, named))
    if (!wrong) for (const { id, version } of taken) checked.set(`${id}`, version)
    return wrong
  }

  async function wrongLine(sql: Sql, named: readonly Operator[]): Promise<bigint | undefined> {
    const lines = await linesAfter(sql, { after: (last?.id ?? 0n) - 1n, limit: checksMax })
    const keys = new Map(named.map(({ name, publicKey }) => [name, publicKey]))
    if (last && lines[0]?.hash !== last.hash) return last.id
    for (const line of last ? lines.slice(1) : lines) {
      if (!isNext(line, last) || !isAsWritten(line) || keys.get(line.operator) !== line.publicKey) return line.id
      last = { id: line.id, hash: line.hash }
    }
    return undefined
  }

  return async (sql) => {
    const named = await operators(sql)
    const [real] = await sql.query<{ isReal: boolean }>('SELECT has_real_coins() AS "isReal"')
    const stranger = await strangerAmong(sql, named, real?.isReal === true)
    if (stranger !== undefined) return `operator ${stranger}`
    const proposal = await wrongProposal(sql, named)
    if (proposal) return `proposal ${proposal.id}`
    const line = await wrongLine(sql, named)
    return line === undefined ? undefined : `line ${line} of the log`
  }
}
