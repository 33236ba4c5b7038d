import type { MailDraft } from '#identity/mail/mail-queue.store.ts'
import { languages } from '#locales/registry.ts'
import type { Letter } from '#outside/mail/mailer.ts'
import { sealPng } from '../seal-picture.server.ts'
import { type MailTextId, sayInMail } from './mail-texts.server.ts'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** Enough to identify a wallet to its holder, not enough to sign in. */
const shortened = (walletId: string): string => `${walletId.slice(0, 3)}…${walletId.slice(-3)}`

const paragraph = (html: string, style = ''): string => `<p style="margin:0 0 16px;${style}">${html}</p>`

/** No remote content and no links. */
function pageOf(
  language: { readonly tag: string; readonly direction: string },
  subject: string,
  parts: readonly string[],
): string {
  const { tag, direction } = language
  return `<!doctype html>
<html lang="${tag}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f6fb;color:#0d1e47;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<div style="max-width:480px;margin:0 auto;padding:28px 24px 12px;background:#fff;border-radius:20px">
<p style="margin:0 0 20px"><img src="cid:seal" width="64" height="64" alt="" style="display:block"></p>
<h1 style="margin:0 0 12px;font-size:21px;line-height:1.35">${escaped(subject)}</h1>
${parts.join('\n')}
</div></body></html>
`
}

export async function letterOf({ address, language: asked, walletId, kind, values }: MailDraft): Promise<Letter> {
  const language = languages.find(({ tag }) => tag === asked) ?? languages[0]
  const all = { ...values, wallet: `\u2068${shortened(walletId)}\u2069` }
  const say = (id: MailTextId) => sayInMail(language.tag, id, all)
  const [subject, lead, seal] = [say(`mail.subject_${kind}`), say(`mail.lead_${kind}`), say('mail.seal')]
  const { code } = values
  const rest = code ? [say('mail.code_serves'), say('mail.code_not_you')] : [say('mail.told_not_you')]
  const big = 'font-size:32px;font-weight:700;letter-spacing:6px;direction:ltr;unicode-bidi:isolate'
  const parts = [
    paragraph(escaped(lead)),
    ...(code ? [paragraph(`<span dir="ltr" style="${big}">${escaped(code)}</span>`)] : []),
    ...rest.map((text) => paragraph(escaped(text), 'color:#43527a;font-size:15px')),
    paragraph(escaped(seal), 'color:#59678c;font-size:13px'),
  ]
  return {
    to: address,
    subject,
    text: [lead, ...(code ? [code] : []), ...rest, seal, 'Glasshouse'].join('\n\n'),
    html: pageOf(language, subject, parts),
    pictures: [{ cid: 'seal', png: await sealPng(walletId) }],
  }
}
