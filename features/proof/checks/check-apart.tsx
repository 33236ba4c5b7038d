import type { PoolsAnswer, PoolsQuestion } from '../pools/check-pools.ts'
import type { PublicAnswer } from '../public-proof.ts'
import type { HotAnswer, HotQuestion, ReservesAnswer, ReservesQuestion } from './check-reserves.ts'
import type { OwnAnswer, OwnQuestion } from './own-proof.ts'
import type { ProofQuestion } from './proof-worker.tsx'
import workerAddress from './proof-worker.tsx?worker&url'

export type AnswerTo<Question> = Question extends OwnQuestion
  ? OwnAnswer
  : Question extends HotQuestion
    ? HotAnswer
    : Question extends ReservesQuestion
      ? ReservesAnswer
      : Question extends PoolsQuestion
        ? PoolsAnswer
        : PublicAnswer

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

/** The only script URL that the page's Trusted Types policy allows (server/http/http-headers.ts). */
const address = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  ?.createPolicy('proof-worker', { createScriptURL: () => workerAddress })
  .createScriptURL('')

/** A check takes about a second on a slow phone. */
const longestMs = 30_000

/** Runs the public verifier in a worker. @throws if the worker cannot start, fails or does not answer in time */
export function checkApart<Question extends ProofQuestion>(question: Question): Promise<AnswerTo<Question>> {
  const worker = new Worker(address ?? workerAddress, { type: 'module' })
  let late: ReturnType<typeof setTimeout>
  return new Promise<AnswerTo<Question>>((done, failed) => {
    late = setTimeout(() => failed(new Error('the program that checks proofs does not answer')), longestMs)
    worker.addEventListener('message', ({ data }: MessageEvent<AnswerTo<Question>>) => done(data))
    worker.addEventListener('error', () => failed(new Error('the program that checks proofs could not be fetched')))
    worker.postMessage(question)
  }).finally(() => {
    clearTimeout(late)
    worker.terminate()
  })
}
