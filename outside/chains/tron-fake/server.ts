import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type LocalServer, serveLocally } from '../serve-locally.ts'
import { answerOf, BadQuestion, type Question } from './answers.ts'
import type { FakeChain } from './chain.ts'

/** answered · request lost · executed, answer lost · executed twice · answered late · rate limited · a lagging index (no transactions). */
export type Fate = 'answer' | 'lose question' | 'lose answer' | 'twice' | 'late' | 'limit' | 'lagging'

export type FakeParts = {
  readonly chain: FakeChain
  /** The previous port; 0 or a taken port picks another. */
  readonly port: number
  readonly onTransaction?: () => void
  readonly fate?: (path: string) => Fate
  /** Handles extra paths, for the faucet. */
  readonly further?: (path: string, question: Question) => unknown
}

const bodyBytesMax = 1_000_000
const lateMs = 50

async function readQuestion(request: IncomingMessage): Promise<Question> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > bodyBytesMax) throw new BadQuestion('the question is too long')
    parts.push(part)
  }
  const question: unknown = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}')
  if (typeof question !== 'object' || question === null || Array.isArray(question))
    throw new BadQuestion('the question is not a JSON object')
  return question as Question
}

function answer({ chain, onTransaction, further }: FakeParts, path: string, question: Question): unknown {
  try {
    return further?.(path, question) ?? answerOf(chain, path, question)
  } finally {
    if (path === '/wallet/broadcasthex') onTransaction?.()
  }
}

async function handle(parts: FakeParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  const fate = parts.fate?.(path) ?? 'answer'
  const say = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  if (fate === 'lose question') return void request.socket.destroy()
  if (fate === 'limit') return say(429, { Error: 'request rate exceeded the allowed_rps' })
  try {
    // A web page needs a CORS preflight for this type, which never succeeds.
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json')
      throw new BadQuestion('ask by POST, with the content type application/json')
    const question = await readQuestion(request)
    let said = answer(parts, path, question)
    if (fate === 'twice') said = answer(parts, path, question)
    if (fate === 'lagging' && path.endsWith('/gettransactioninfobyblocknum')) said = []
    if (fate === 'late') await wait(lateMs)
    if (fate === 'lose answer') return void request.socket.destroy()
    if (said === undefined) say(404, { Error: 'the simulated network does not answer this' })
    else say(200, said)
  } catch (error) {
    // The real node answers 200 even for errors.
    say(200, { Error: error instanceof BadQuestion ? error.message : String(error) })
  }
}

export const serveFake = (parts: FakeParts): Promise<LocalServer> =>
  serveLocally(parts.port, (request, response) => handle(parts, request, response))
