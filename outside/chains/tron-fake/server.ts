import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type LocalServer, serveLocally } from '../serve-locally.ts'
import { answerOf, BadQuestion, type Question } from './answers.ts'
import type { FakeChain } from './chain.ts'

/**
 * What becomes of a question: answered · never heard · heard and acted on, its answer lost · acted on twice · answered late · refused
 * because there were too many · answered as by a node whose index lags: with no transactions at all.
 */
export type Fate = 'answer' | 'lose question' | 'lose answer' | 'twice' | 'late' | 'limit' | 'lagging'

export type FakeParts = {
  readonly chain: FakeChain
  /** The port it had last time, so that an address written down stays right; 0 or taken: another one. */
  readonly port: number
  /** Something was handed over: blocks are needed. */
  readonly onTransaction?: () => void
  /** For tests: how a question fares. */
  readonly fate?: (path: string) => Fate
  /** A path of our own beside the network's nine: the faucet. */
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
    // A web page cannot send this type without asking first, and is never told that it may.
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
    // The true node answers 200 even then.
    say(200, { Error: error instanceof BadQuestion ? error.message : String(error) })
  }
}

/** Serves a simulated TRON network over HTTP, on this machine only. */
export const serveFake = (parts: FakeParts): Promise<LocalServer> =>
  serveLocally(parts.port, (request, response) => handle(parts, request, response))
