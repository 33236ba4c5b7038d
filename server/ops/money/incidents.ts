import { reconciliations } from '#custody/comparing/books.store.ts'
import { unitsOfFine } from '#custody/comparing/reconciliation.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { type OpenIncident, openIncidents, resolveIncident } from '#outside/chains/incident.store.ts'
import { reasonOf, walletsIn, wholeNumberOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

const effectOf = ({ halts }: OpenIncident): string => (halts ? 'withdrawals stand still' : 'withdrawals go on')
const lineOf = (incident: OpenIncident): string => {
  const { id, chain, kind, detail, at } = incident
  const facts = Object.entries(detail).map(([name, value]) => `${name} ${value || '—'}`)
  return `${id}  ${at.toISOString().slice(0, 16)}  ${chain}  ${kind}  ${effectOf(incident)}  ${facts.join(' · ')}`
}

export const incidentList: Verb = {
  words: 'incident list',
  guard: 'none',
  usage: '',
  summary: 'Lists what somebody has to look at on the chains, oldest first, and what stands still for it.',
  async run({ db, say }) {
    const open = await openIncidents(db)
    for (const incident of open) say(lineOf(incident))
    if (open.length === 0) say('Nothing is open.')
  },
}

export const incidentResolve: Verb = {
  words: 'incident resolve',
  guard: 'two-or-72h',
  mayTighten: 'an incident that stops nothing is only a note',
  usage: '<number> <reason>',
  summary:
    'Closes an incident; everybody reads what was found and done. Withdrawals go on when none is left. What is still wrong opens a new one.',
  async run(operation) {
    const id = BigInt(wholeNumberOf(operation.args[0], 'incident'))
    const incident = (await openIncidents(operation.db)).find((each) => each.id === id)
    if (!incident) throw new UsageError(`No incident ${id} is open; see: incident list`)
    const reason = reasonOf(operation.args.slice(1), ...(await walletsIn(operation.db, [lineOf(incident)])))
    await makeChange(operation, {
      movesMoney: incident.halts,
      tightens: !incident.halts,
      will: [`close: ${lineOf(incident)}`],
      // Omits facts, which may include a wallet, address or payment.
      told: [`close incident ${id} on ${incident.chain}, ${incident.kind}, ${effectOf(incident)}: ${reason}`],
      async apply(tx) {
        await resolveIncident(tx, id, reason, operation.clock.now())
        const left = (await openIncidents(tx)).filter(({ chain, halts }) => halts && chain === incident.chain)
        const effect = left.length > 0 ? `still stand still for ${left.length} more` : 'go on'
        return [`incident ${id} is closed: ${reason}`, `withdrawals on ${incident.chain} ${effect}`]
      },
    })
  },
}

export const booksShow: Verb = {
  words: 'books show',
  guard: 'none',
  usage: '',
  summary: 'Shows what each chain held for us when it was last compared with the ledger, coin by coin.',
  async run({ db, say }) {
    const rows = await reconciliations(db)
    for (const { chain, coin, blockNumber, comparedAt, difference, ...row } of rows) {
      const [there, expected] = [row.custodyUnits, row.expectedUnits].map((units) => showUnits(units))
      const [arriving, leaving] = [row.arrivingUnits, row.leavingUnits].map((units) => showUnits(units))
      const said = difference === 0n ? 'equal' : `differs by ${showUnits(unitsOfFine(difference))}`
      const when = `block ${blockNumber}, ${comparedAt.toISOString().slice(0, 16)}`
      say(
        `${chain} ${coin}  there ${there} · expected ${expected} (arriving ${arriving}, leaving ${leaving}) · ${said} · ${when}`,
      )
    }
    if (rows.length === 0) say('Nothing was compared yet.')
  },
}

export const incidentVerbs: readonly Verb[] = [incidentList, incidentResolve, booksShow]
