import {
  aloneFrom,
  findProposal,
  openProposals,
  type Proposal,
  refuseProposal,
} from '#identity/operators/operator-proposals.store.ts'
import { reasonOf, walletsIn, wholeNumberOf } from '../base/arguments.ts'
import { surplusOf } from '../base/usage.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

const lineOf = (proposal: Proposal): string => {
  const { id, verb, args, flags, proposedBy, proposedAt, expiresAt } = proposal
  const words = [verb, ...args, ...Object.entries(flags).map(([name, value]) => `--${name} ${value}`)].join(' ')
  const from = aloneFrom(proposal)
  const alone = from ? `, alone from ${from.toISOString().slice(0, 16)}` : ''
  return `${id}  ${proposedAt.toISOString().slice(0, 16)}  ${proposedBy}  ${words}  until ${expiresAt.toISOString().slice(0, 16)}${alone}`
}

async function find({ db, args }: Operation): Promise<Proposal> {
  const id = wholeNumberOf(args[0], 'proposal')
  const found = await findProposal(db, BigInt(id))
  if (!found) throw new UsageError(`There is no proposal ${id}; see: proposal list`)
  return found
}

const proposalList: Verb = {
  words: 'proposal list',
  guard: 'none',
  usage: '',
  summary: 'Lists what one operator asks for and another one has not carried out yet, with what it will change.',
  async run({ db, say }) {
    const open = await openProposals(db)
    for (const proposal of open) {
      say(lineOf(proposal))
      for (const line of proposal.will) say(`    will: ${line}`)
      for (const [name, reason] of Object.entries(proposal.refusals)) say(`    refused by ${name}: ${reason}`)
    }
    if (open.length === 0) say('Nothing waits for a second operator.')
  },
}

/** Requires as many operators as the proposed command. Never changes an executed proposal. */
const approve: Verb = {
  words: 'approve',
  guard: 'one',
  usage: '<proposal>',
  summary: 'Carries out what another operator proposed, as it is possible now, once.',
  async run(operation) {
    const proposal = await find(operation)
    const { id, approvedBy, args, doneAt, flags } = proposal
    if (doneAt) return operation.say(`Proposal ${id} was carried out by ${approvedBy} at ${doneAt.toISOString()}.`)
    const verb = operation.verbs.find(({ words }) => words === proposal.verb)
    if (!verb) throw new UsageError(`Nobody knows the verb ${proposal.verb} any more`)
    // The proposal may be older than this check.
    const surplus = surplusOf(verb, proposal)
    if (surplus) throw new UsageError(surplus)
    if (!operation.signer && operation.demo)
      throw new UsageError('In a demo its operators sign at once; what somebody else proposed is approved with --as')
    operation.say(lineOf(proposal))
    await verb.run({ ...operation, verb, args, flags, proposal })
  },
}

const proposalRefuse: Verb = {
  words: 'proposal refuse',
  guard: 'one',
  usage: '<proposal> <reason>',
  summary:
    'Ends one’s own proposal. Of somebody else’s it takes away one’s own word, and the way without a second one; two who refuse it end it.',
  async run(operation) {
    const proposal = await find(operation)
    const about = await walletsIn(operation.db, [...proposal.args, ...proposal.will])
    const reason = reasonOf(operation.args.slice(1), ...about)
    await makeChange(operation, {
      movesMoney: false,
      will: [`refuse: ${lineOf(proposal)}`],
      told: [`refuse proposal ${proposal.id}: ${reason}`],
      async apply(tx) {
        const by = operation.signer?.operator ?? proposal.proposedBy
        const isEnded = await refuseProposal(tx, proposal.id, { by, reason })
        const still = 'another who refuses it ends it, and until then it takes another’s word'
        return [`proposal ${proposal.id} is refused by ${by}: ${reason}${isEnded ? '' : `; ${still}`}`]
      },
    })
  },
}

export const proposalVerbs: readonly Verb[] = [proposalList, approve, proposalRefuse]
