import { describe, expect, it } from 'vitest'
import type { MailDraft, MailKind } from '#identity/mail/mail-queue.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { languages } from '#locales/registry.ts'
import { sealPng } from '../seal-picture.server.ts'
import { letterOf } from './letter.server.ts'

const walletId = '7K3MQ2XV9A' as WalletId
const draft = (kind: MailKind, language = 'en'): MailDraft => {
  const values: Record<string, string> = kind.startsWith('code_') ? { code: '048151', minutes: '10' } : {}
  return { address: 'ada@example.com', language, walletId, kind, values }
}
const kinds: readonly MailKind[] = [
  'code_bind',
  'code_rebind',
  'code_password',
  'code_hello',
  'told_mail',
  'told_password',
  'told_authenticator',
  'told_authenticator_off',
  'told_restore',
  'told_phrase',
]

describe('a letter', () => {
  it('says everything in every language, as text and as HTML, with the seal and without what was left open', async () => {
    for (const { tag, direction } of languages)
      for (const kind of kinds) {
        const { subject, text, html, pictures } = await letterOf(draft(kind, tag))
        for (const part of [subject, text, html]) expect(part, `${tag} ${kind}`).not.toMatch(/\{\w+\}|undefined/)
        expect(html).toContain(`<html lang="${tag}" dir="${direction}">`)
        expect(text).toContain('7K3…V9A')
        expect([text.includes('048151'), html.includes('048151')]).toEqual(Array(2).fill(kind.startsWith('code_')))
        expect(text).not.toContain(walletId)
        expect(pictures.map(({ cid }) => cid)).toEqual(['seal'])
        if (tag !== 'en') expect(subject).not.toBe((await letterOf(draft(kind))).subject)
      }
  })

  it('is English for a language we do not have, and has no markup of others', async () => {
    const { html } = await letterOf({ ...draft('code_bind', 'xx'), values: { code: '<b>1</b>', minutes: '"&' } })
    expect(html).toContain('<html lang="en"')
    expect(html).not.toContain('<b>1</b>')
  })

  it('has the seal of its wallet, and of no other', async () => {
    const [one, again, other] = await Promise.all([sealPng(walletId), sealPng(walletId), sealPng('1111111111')])
    expect(one.subarray(1, 4).toString()).toBe('PNG')
    expect(one.equals(again)).toBe(true)
    expect(one.equals(other)).toBe(false)
  })
})
