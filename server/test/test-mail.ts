import { sendMailCode } from '#features/security/mail/mail.contract.ts'
import { type MailDraft, newestMails } from '#identity/mail/mail-queue.store.ts'
import type { MailScene } from '#identity/mail/mail-scenes.ts'
import type { TestApp } from './test-app.ts'
import { solved, testSecrets } from './test-captcha.ts'
import type { TestClient } from './test-client.ts'

export async function newestMail(world: TestApp, address: string): Promise<MailDraft | undefined> {
  const mails = await newestMails(world.db, testSecrets, 100)
  return mails.find(({ draft }) => draft.address === address)?.draft
}

export async function sending(world: TestApp, client: TestClient, email: string, scene: MailScene) {
  return { email, scene, method: 2, ...(await solved(world, client)) }
}

export async function sendCode(world: TestApp, client: TestClient, email: string, scene: MailScene): Promise<string> {
  await client.call(sendMailCode, await sending(world, client, email, scene))
  return (await newestMail(world, email))?.values.code ?? ''
}
