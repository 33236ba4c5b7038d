import { createTransport } from 'nodemailer'
import { isOwnMachine } from '#kit/own-machine.ts'
import type { Mailer } from './mailer.ts'

const patienceMs = 20_000

/** Requires TLS for remote servers, because an attacker could strip STARTTLS and read codes. smtps:// always uses TLS. */
export function mailServerUrl(url: string): string {
  const server = new URL(url)
  if (server.protocol === 'smtp:' && !isOwnMachine(server.hostname)) server.searchParams.set('requireTLS', 'true')
  return server.href
}

/**
 * @param url smtp://user:password@host:587, or smtps:// for TLS from the first byte @param from "Glasshouse <no-reply@glasshouse.example>"
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url: mailServerUrl(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
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
        // RFC 3834: suppresses auto-replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
