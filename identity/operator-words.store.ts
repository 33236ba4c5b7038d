import type { Sql } from '#kit/db.ts'
import { isAsWritten, isNext, type LoggedOperation, linesAfter } from './operator-log.store.ts'
import {
  isSignedByTwo,
  type Proposal,
  proposalsOf,
  proposalVersions,
  readProposals,
} from './operator-proposals.store.ts'
import { type Operator, operators } from './operators.store.ts'

/** Signatures checked in one turn: about a millisecond each. What is not checked yet comes in the next turns. */
const checksMax = 200

type SetUp = Pick<LoggedOperation, 'operator' | 'publicKey'>

/** The first two operators of a house: each named themselves, signed by their own key, before anybody else was named. */
async function setUpOf(sql: Sql): Promise<readonly SetUp[]> {
  const lines = await linesAfter(sql, { verb: 'operator add', after: 0n, limit: 2, isAlone: true })
  return lines.filter((line) => isAsWritten(line))
}

/** Which proposals of a verb two operators signed. @returns what was typed after the verb, for each */
export async function signedWords(sql: Sql, verb: string): Promise<readonly (readonly string[])[]> {
  const named = await operators(sql)
  return (await proposalsOf(sql, verb)).filter((each) => isSignedByTwo(each, named)).map(({ args }) => args)
}

/** The first operator whom nobody named, or whose end nobody signed. */
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

/** Looks for a word of operators that stands without its signatures. */
export type WordCheck = (sql: Sql) => Promise<string | undefined>

/**
 * A check that goes on where the last turn ended: every turn looks at all operators, at every proposal that is new or was changed, and at
 * the log's new lines.
 * @returns what is wrong, in words: "operator eve", "proposal 7", "line 9 of the log"; undefined where nothing is
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
    // The line before is read again: it must be there, as it was.
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
