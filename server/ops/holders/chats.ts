import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanText, messageLengthMax } from '#chat/message-text.ts'
import {
  loadStaffPicture,
  type Message,
  readAsStaff,
  sayAsStaff,
  staffPictureId,
  threadsForStaff,
} from '#chat/messages.store.ts'
import type { ThreadName } from '#chat/staff-text.ts'
import { closeThread, findThread, partiesOf } from '#chat/threads.store.ts'
import { loadPicture } from '#identity/pictures/picture.store.ts'
import { makePicture } from '#identity/pictures/picture-maker.server.ts'
import { pictureCategories, uploadBytesMax } from '#identity/pictures/picture-terms.ts'
import { fail } from '#kit/failure.ts'
import { sayFrom, textsOf } from '#kit/text/catalogue.server.ts'
import { randomUuid } from '#kit/text/random.ts'
import { isWithin } from '#kit/text/typed-text.ts'
import type { Texts } from '#locales/keys.ts'
import { languages } from '#locales/registry.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

const listMax = 100
const shownMax = 60

/** A wallet ID (support thread) or "otc:7" (transaction 7). @throws UsageError */
function nameOf(typed: string | undefined): ThreadName {
  const [, trade] = /^otc:(\d{1,18})$/.exec(typed ?? '') ?? []
  if (trade) return { kind: 'otc', subject: trade }
  if (!/^[0-9A-Za-z]{2,24}$/.test(typed ?? '')) throw new UsageError('which: a wallet ID, or otc:<transaction>')
  return { kind: 'support', subject: `${typed}`.toUpperCase() }
}
const typedName = ({ kind, subject }: ThreadName): string => (kind === 'otc' ? `otc:${subject}` : subject)
const minuteOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')

const chatList: Verb = {
  words: 'chat list',
  guard: 'none',
  usage: '',
  summary: 'Lists the open conversations staff may read, those who wait first; nothing of what they say.',
  async run({ db, say }) {
    const threads = await threadsForStaff(db, listMax)
    for (const thread of threads) {
      const waits = thread.unread > 0 ? `${thread.unread} unread, ` : ''
      say(
        `${typedName(thread)}  ${waits}${thread.last} in all, the last ${minuteOf(thread.lastAt)}  ${thread.language}`,
      )
    }
    if (threads.length === 0) say('Nobody has written.')
  },
}

/** Indents all but the first line, so no text can imitate another message. */
function shown({ nth, walletId, operator, at, text, picture }: Message): string {
  const who = operator ? `staff ${operator}` : `${walletId}`
  const parts = [...(text ? text.split('\n') : []), ...(picture ? [`[picture ${picture}]`] : [])]
  return `${nth}  ${minuteOf(at)}  ${who}: ${parts.join('\n    | ')}`
}

async function savePictures({ db, flags, say }: Operation, messages: readonly Message[]): Promise<void> {
  const folder = flags.pictures
  if (!folder) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const { picture } of messages) {
    const bytes = picture && ((await loadPicture(db, 'chat', picture)) ?? (await loadStaffPicture(db, picture)))
    if (!bytes) continue
    const path = join(folder, `${picture}.webp`)
    writeFileSync(path, bytes, { mode: 0o600 })
    say(`kept: ${path}`)
  }
}

const chatRead: Verb = {
  words: 'chat read',
  guard: 'one',
  usage: '<wallet | otc:number> [--pictures <folder>]',
  flags: { pictures: { type: 'string' } },
  summary: 'Shows a conversation; its holder sees that it was read, and the log keeps who read it.',
  async run(operation) {
    const name = nameOf(operation.args[0])
    let messages: readonly Message[] = []
    await makeChange(operation, {
      movesMoney: false,
      will: [],
      async apply(tx) {
        const read = await readAsStaff(tx, name, shownMax)
        messages = read.messages
        return [`${typedName(name)} is read to message ${read.thread.last}`]
      },
    })
    for (const message of messages) operation.say(shown(message))
    await savePictures(operation, messages)
  },
}

type TemplateId = Extract<keyof Texts, `answer.${string}`>
const answersIn = (tag: string): readonly (readonly [name: string, text: string])[] =>
  [...textsOf(tag)].flatMap(([id, text]) => (id.startsWith('answer.') ? [[id.slice('answer.'.length), text]] : []))
const templates = (): string[] => answersIn('en').map(([name]) => name)

/** The recipient's language, or English if the two traders differ. */
async function languageFor({ db, flags }: Operation, name: ThreadName): Promise<string> {
  const asked = flags.language
  if (asked !== undefined && !languages.some(({ tag }) => tag === asked))
    throw new UsageError(`language: ${languages.map(({ tag }) => tag).join(', ')}`)
  if (asked) return asked
  const thread = (await findThread(db, name)) ?? fail('chat.thread_missing')
  const spoken = new Set((await partiesOf(db, thread)).map(({ language }) => language))
  return spoken.size === 1 ? ([...spoken][0] ?? 'en') : 'en'
}

/** @throws UsageError */
async function textFor(operation: Operation, name: ThreadName): Promise<string> {
  const { args, flags } = operation
  const { template } = flags
  if (template === undefined) return cleanText(args.slice(1).join(' '))
  if (!templates().includes(template)) throw new UsageError(`template: ${templates().join(', ')}`)
  return sayFrom(await languageFor(operation, name), `answer.${template}` as TemplateId)
}

const answerFlags = {
  template: { type: 'string' },
  language: { type: 'string' },
  picture: { type: 'string' },
} as const

/** Reads and re-encodes a picture, as for holders. @throws UsageError, upload.illegal, upload.image_failed */
async function pictureIn(path: string | undefined): Promise<Uint8Array | undefined> {
  if (path === undefined) return undefined
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new UsageError(`picture: there is no file ${path}`)
  if (size > uploadBytesMax) throw new UsageError(`picture: at most ${uploadBytesMax} bytes`)
  return makePicture(new Uint8Array(readFileSync(path)), pictureCategories.chat)
}

const chatAnswer: Verb = {
  words: 'chat answer',
  guard: 'one',
  usage: '<wallet | otc:number> <text> | --template <name> [--language <tag>] [--picture <file>]',
  flags: answerFlags,
  summary:
    "Answers in a conversation, with a picture too, signed with the operator's key; a template is said in the language of the person.",
  async run(operation) {
    const name = nameOf(operation.args[0])
    const text = await textFor(operation, name)
    const picture = await pictureIn(operation.flags.picture)
    if (!text && !picture)
      throw new UsageError('text: what to say, in quotes, or --template <name>, or --picture <file>')
    if (!isWithin(text, messageLengthMax)) throw new UsageError(`text: at most ${messageLengthMax} characters`)
    await makeChange(operation, {
      movesMoney: false,
      will: [`say to ${typedName(name)}: ${text}`, ...(picture ? [`with picture ${staffPictureId(picture)}`] : [])],
      async apply(tx, signer) {
        const said = { text, picture, request: `ops:${randomUuid()}`, at: operation.clock.now() }
        const { nth } = await sayAsStaff(tx, name, said, signer)
        return [`message ${nth} to ${typedName(name)} is signed by ${signer.operator}`]
      },
    })
  },
}

const chatClose: Verb = {
  words: 'chat close',
  guard: 'one',
  usage: '<wallet>',
  summary: 'Closes a conversation with support. The next message of its holder opens it again.',
  async run(operation) {
    const name = nameOf(operation.args[0])
    if (name.kind !== 'support')
      throw new UsageError('which: a wallet ID; what traders say ends with their transaction')
    await makeChange(operation, {
      movesMoney: false,
      will: [`close the conversation with ${typedName(name)}`],
      async apply(tx) {
        await closeThread(tx, name, operation.clock.now())
        return [`the conversation with ${typedName(name)} is closed`]
      },
    })
  },
}

const chatTemplates: Verb = {
  words: 'chat templates',
  guard: 'none',
  usage: '[--language <tag>]',
  flags: { language: answerFlags.language },
  summary: 'Shows the answers that are ready, in a language.',
  async run({ flags, say }) {
    for (const [name, text] of answersIn(flags.language ?? 'en')) say(`${name}  ${text}`)
  },
}

export const chatVerbs: readonly Verb[] = [chatList, chatRead, chatAnswer, chatClose, chatTemplates]
