import { parseArgs } from 'node:util'
import { Refusal } from '#kit/failure.ts'
import { addressChangeVerbs } from '../holders/address-changes.ts'
import { banVerbs } from '../holders/bans.ts'
import { blockVerbs } from '../holders/blocks.ts'
import { chatVerbs } from '../holders/chats.ts'
import { giftVerbs } from '../holders/gifts.ts'
import { linkVerbs } from '../holders/links.ts'
import { authenticatorVerbs } from '../holders/lost-authenticators.ts'
import { mailboxVerbs } from '../holders/lost-mailboxes.ts'
import { sessionVerbs } from '../holders/sessions.ts'
import { starLend } from '../holders/stars.ts'
import { approverVerbs } from '../money/approvers.ts'
import { custodyVerbs } from '../money/custody.ts'
import { depositKeyVerbs } from '../money/deposit-keys.ts'
import { depositVerbs } from '../money/deposits.ts'
import { faucet } from '../money/faucet.ts'
import { feedVerbs } from '../money/feeds.ts'
import { fundVerbs } from '../money/funds.ts'
import { incidentVerbs } from '../money/incidents.ts'
import { capital, marketNotice, marketSeed, marketTakeBack, poolClose, poolFund } from '../money/money.ts'
import { networkVerbs } from '../money/networks.ts'
import { returnVerbs } from '../money/returns.ts'
import { reviewVerbs } from '../money/reviews.ts'
import { contentVerbs } from '../products/content.ts'
import { otcVerbs } from '../products/otc.ts'
import { packageGrant } from '../products/packages.ts'
import { productVerbs } from '../products/products.ts'
import { saleVerbs } from '../products/sales.ts'
import { maintenanceVerbs } from '../running/maintenance.ts'
import { noticePublish } from '../running/notices.ts'
import { operatorVerbs } from '../running/operators.ts'
import { proofVerbs } from '../running/proofs.ts'
import { proposalVerbs } from '../running/proposals.ts'
import { regionVerbs } from '../running/regions.ts'
import { settingVerbs } from '../running/settings.ts'
import { switchVerbs } from '../running/switches.ts'
import { ledgerVerify, logShow, logVerify, VerifyError } from '../running/verify.ts'
import { openKeyFile } from './operator-key.ts'
import { clockAdvance, clockShow, settleVerb } from './time.ts'
import { surplusOf } from './usage.ts'
import { type FlagsOfVerb, type Operation, UsageError, type Verb } from './verb.ts'

export const verbs: readonly Verb[] = [
  ...operatorVerbs,
  ...proposalVerbs,
  capital,
  poolFund,
  poolClose,
  ...fundVerbs,
  marketSeed,
  marketNotice,
  marketTakeBack,
  packageGrant,
  ...giftVerbs,
  ...productVerbs,
  ...saleVerbs,
  ...otcVerbs,
  ...regionVerbs,
  ...settingVerbs,
  ...switchVerbs,
  ...maintenanceVerbs,
  clockShow,
  clockAdvance,
  settleVerb,
  starLend,
  ...reviewVerbs,
  ...banVerbs,
  ...blockVerbs,
  ...sessionVerbs,
  ...authenticatorVerbs,
  ...mailboxVerbs,
  ...approverVerbs,
  ...addressChangeVerbs,
  ...networkVerbs,
  ...custodyVerbs,
  ...incidentVerbs,
  ...depositVerbs,
  ...depositKeyVerbs,
  ...returnVerbs,
  ...feedVerbs,
  noticePublish,
  ...contentVerbs,
  ...chatVerbs,
  ...linkVerbs,
  faucet,
  ...proofVerbs,
  ledgerVerify,
  logVerify,
  logShow,
]

export type Typed = {
  readonly verb: Verb | undefined
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string>>
}

/** Flags of every command. Others belong to single commands and are logged. */
const ownFlags: FlagsOfVerb = {
  as: { type: 'string' },
  'passphrase-file': { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean' },
}

/** Shells cannot pass a word that begins with NUL. */
const dash = '\0'
/** Negative numbers, keys and signatures can begin with a dash, which parseArgs would read as a flag. No flag has forty letters. */
const hide = (word: string): string => (/^-[^-]|^--[\w-]{40,}$/.test(word) ? dash + word : word)
const unhide = (word: string): string => word.replace(dash, '')

/** @throws UsageError for an unknown flag or a missing value */
export function readCommand(words: readonly string[]): Typed {
  const options = Object.assign({}, ownFlags, ...verbs.map(({ flags }) => flags)) as FlagsOfVerb
  try {
    const { values, positionals } = parseArgs({ args: words.map(hide), options, allowPositionals: true })
    const wordOf = (value: unknown) => (value === true ? '' : unhide(`${value}`))
    const flags = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wordOf(value)]))
    const plain = positionals.map(unhide)
    const verb = verbs.find(({ words: own }) => own.split(' ').every((part, at) => plain[at] === part))
    return { verb, args: plain.slice(verb?.words.split(' ').length ?? 0), flags }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

const takes = { none: '', one: '', two: ' (two)', 'two-or-72h': ' (two, or one after 72 h)' } as const

export function help(): string {
  const shown = verbs.map(
    ({ words, usage, summary, guard }) => [`${words} ${usage}`.trim(), `${summary}${takes[guard]}`] as const,
  )
  const width = Math.max(...shown.map(([left]) => left.length))
  return [
    'npm run ops -- <verb>   what a verb changes is said before and after, and kept in the log',
    '',
    ...shown.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    '  --as <key file>            who types; a sealed key asks for its passphrase, or takes --passphrase-file <file>',
    '  --yes                      does not ask before money moves',
    '',
    '  two: it takes a second operator, who says: approve <number> --as <key file>',
  ].join('\n')
}

type Rest = Pick<Operation, 'db' | 'clock' | 'demo' | 'say' | 'confirm' | 'passphrase' | 'secrets'>

/** @returns the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function runCommand(typed: Typed, rest: Rest): Promise<0 | 1 | 2> {
  const { verb, args, flags } = typed
  if (!verb || 'help' in flags) {
    rest.say(help())
    return verb || args.length === 0 || args[0] === 'help' ? 0 : 2
  }
  const confirm = async (question: string) => 'yes' in flags || rest.confirm(question)
  const without = (own: FlagsOfVerb) => Object.fromEntries(Object.entries(flags).filter(([name]) => !(name in own)))
  try {
    const surplus = surplusOf(verb, { args, flags: without(ownFlags) })
    if (surplus) throw new UsageError(surplus)
    const signer =
      flags.as === undefined ? undefined : await openKeyFile(flags.as, flags['passphrase-file'], rest.passphrase)
    const said = { args, flags: verb.guard === 'none' ? flags : without(ownFlags), signer }
    await verb.run({ ...rest, ...said, confirm, verb, verbs, proposal: undefined })
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      rest.say(`${error.message}\nusage: npm run ops -- ${verb.words} ${verb.usage}`.trim())
      return 2
    }
    if (error instanceof Refusal) rest.say(`refused: ${error.key} ${paramsText(error.params)}`.trim())
    else if (error instanceof VerifyError) rest.say(error.message)
    else throw error
    return 1
  }
}

const paramsText = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
