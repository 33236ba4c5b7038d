import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stillOpen } from '#identity/sessions/session.store.ts'
import { callerOf } from '#kit/caller.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { liveEvents } from '#kit/wire/contracts/live.contract.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import type { Admitted, CallDeps } from '../http/http-call.ts'
import { describeBug } from '../http/http-scrub.ts'
import { createHub } from './live-hub.ts'
import { createStream } from './live-stream.ts'
import { pollFor } from './poll.server.ts'

type LiveDeps = Pick<CallDeps, 'db' | 'clock' | 'wall' | 'log' | 'limits'> & {
  readonly greet: (request: FastifyRequest, reply: FastifyReply, goOn: () => void) => void
  readonly admit: (request: FastifyRequest) => Promise<Admitted>
  readonly everyMs: number | undefined
}

/** Implements kit/wire/contracts/live.contract.ts. Authorization and errors match calls. */
export function addLiveEvents(
  app: FastifyInstance,
  { db, clock, wall, log, limits, greet, admit, everyMs }: LiveDeps,
): void {
  const hub = createHub({
    look: pollFor(db, clock),
    openSessions: (ids) => stillOpen(db, ids, wall.now()),
    ...(everyMs === undefined ? {} : { everyMs }),
    ...(limits?.streams === undefined ? {} : { addressMax: limits.streams }),
    onError: (error) => log.error(describeBug(error), 'live events wait for the database'),
  })
  // Open streams would block the server's shutdown.
  app.addHook('preClose', () => hub.close())
  app.get(`/api${liveEvents.path}`, { onRequest: greet }, async (request, reply) => {
    const { session } = await admit(request)
    expect(session, 'a background call has a session')
    const lastId = request.headers[headers.lastEventId.toLowerCase()]
    const { body, line } = createStream(() => leave?.())
    const leave = hub.join({
      walletId: session.walletId,
      sessionId: session.id,
      address: callerOf(request.ip),
      lastId: typeof lastId === 'string' ? lastId : '',
      line,
    })
    if (!leave) fail('request.too_often', { seconds: '30' })
    return reply
      .code(200)
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .type('text/event-stream; charset=utf-8')
      .send(body)
  })
}
