import type { FastifyInstance } from 'fastify'
import { letterOf } from '#features/security/mail/letter.server.ts'
import { newestMails, type QueuedMail } from '#identity/mail/mail-queue.store.ts'
import type { Db } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import { outboxPath } from './outbox-path.ts'

const most = 50

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

async function rowOf({ id, createdAt, draft }: QueuedMail): Promise<string> {
  const { to, subject, text } = await letterOf(draft)
  return `<article lang="${escaped(draft.language)}" dir="auto">
<h2><a href="${outboxPath}/${id}">${escaped(subject)}</a></h2>
<p><b>${escaped(to)}</b> · <time>${createdAt.toISOString()}</time></p>
<pre dir="auto">${escaped(text)}</pre></article>`
}

const page = (rows: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox of the demo</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid #8888;padding:1rem 0}h2{font-size:1.1rem;margin:0}p{margin:.25rem 0}pre{white-space:pre-wrap;font:inherit;margin:.5rem 0 0}</style></head>
<body><main><h1>Outbox of the demo</h1>
<p>What this demo would send by e-mail, the newest first. With SMTP_URL mails are sent, and this page is gone.</p>
${rows.join('\n') || '<p>Nothing was sent yet.</p>'}</main></body></html>
`

export function serveOutbox(app: FastifyInstance, db: Db, secrets: Secrets): void {
  app.get(outboxPath, async (_request, reply) => {
    const mails = await newestMails(db, secrets, most)
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(await Promise.all(mails.map(rowOf))))
  })
  app.get<{ Params: { id: string } }>(`${outboxPath}/:id`, async (request, reply) => {
    const mails = await newestMails(db, secrets, most)
    const found = mails.find(({ id }) => String(id) === request.params.id)
    if (!found) return reply.code(404).type('text/plain').send('Not found.')
    const { html, pictures } = await letterOf(found.draft)
    const shown = pictures.reduce(
      (text, { cid, png }) =>
        text.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`),
      html,
    )
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(shown)
  })
}
