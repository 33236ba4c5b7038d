import { parseArgs } from 'node:util'
import { Refusal } from '#kit/failure.ts'
import { addressChangeVerbs } from './address-changes.ts'
import { approverVerbs } from './approvers.ts'
import { banVerbs } from './bans.ts'
import { blockVerbs } from './blocks.ts'
import { chatVerbs } from './chats.ts'
import { contentVerbs } from './content.ts'
import { custodyVerbs } from './custody.ts'
import { depositKeyVerbs } from './deposit-keys.ts'
import { depositVerbs } from './deposits.ts'
import { faucet } from './faucet.ts'
import { feedVerbs } from './feeds.ts'
import { fundVerbs } from './funds.ts'
import { giftVerbs } from './gifts.ts'
import { incidentVerbs } from './incidents.ts'
import { linkVerbs } from './links.ts'
import { authenticatorVerbs } from './lost-authenticators.ts'
import { mailboxVerbs } from './lost-mailboxes.ts'
import { maintenanceVerbs } from './maintenance.ts'
import { capital, marketNotice, marketSeed, marketTakeBack, poolClose, poolFund } from './money.ts'
import { networkVerbs } from './networks.ts'
import { noticePublish } from './notices.ts'
import { openKeyFile } from './operator-key.ts'
import { operatorVerbs } from './operators.ts'
import { otcVerbs } from './otc.ts'
import { packageGrant } from './packages.ts'
import { productVerbs } from './products.ts'
import { proofVerbs } from './proofs.ts'
import { proposalVerbs } from './proposals.ts'
import { regionVerbs } from './regions.ts'
import { returnVerbs } from './returns.ts'
import { reviewVerbs } from './reviews.ts'
import { saleVerbs } from './sales.ts'
import { sessionVerbs } from './sessions.ts'
import { settingVerbs } from './settings.ts'
import { starLend } from './stars.ts'
import { switchVerbs } from './switches.ts'
import { clockAdvance, clockShow, settleVerb } from './time.ts'
import { surplusOf } from './usage.ts'
import { type FlagsOfVerb, type Operation, UsageError, type Verb } from './verb.ts'
import { ledgerVerify, logShow, logVerify, VerifyError } from './verify.ts'

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
