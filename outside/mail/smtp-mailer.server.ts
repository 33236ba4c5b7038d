import { createTransport } from 'nodemailer'
import { isOwnMachine } from '#kit/own-machine.ts'
import type { Mailer } from './mailer.ts'

/** No server takes longer to say a word. */
const patienceMs = 20_000

/**
 * Codes travel to a mail server elsewhere by TLS, or not at all: whoever is on the way could answer that the server speaks none.
 * A smtps:// address begins with TLS anyway.
 */
export function mailServerUrl(url: string): string {
  const server = new URL(url)
  if (server.protocol === 'smtp:' && !isOwnMachine(server.hostname)) server.searchParams.set('requireTLS', 'true')
  return server.href
}

/**
 * Sends mails by a mail server.
 * @param url smtp://user:password@host:587, or smtps:// for TLS from the first byte
 * @param from who they come from, "Glasshouse <no-reply@glasshouse.example>"
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url: mailServerUrl(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // A letter holds all that is in it: nothing is fetched from a disk or the net.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, pictures }) {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        attachments: pictures.map(({ cid, png }) => ({
          filename: `${cid}.png`,
          content: Buffer.from(png),
          contentType: 'image/png',
          cid,
          contentDisposition: 'inline',
        })),
        // RFC 3834: nobody's absence note answers a code.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
