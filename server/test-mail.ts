import { sendMailCode } from '#features/security/mail.contract.ts'
import { type MailDraft, newestMails } from '#identity/mail-queue.store.ts'
import type { MailScene } from '#identity/mail-scenes.ts'
import type { TestApp } from './test-app.ts'
import { solved, testSecrets } from './test-captcha.ts'
import type { TestClient } from './test-client.ts'

export async function newestMail(house: TestApp, address: string): Promise<MailDraft | undefined> {
  const mails = await newestMails(house.db, testSecrets, 100)
  return mails.find(({ draft }) => draft.address === address)?.draft
}

export async function sending(house: TestApp, client: TestClient, email: string, scene: MailScene) {
  return { email, scene, method: 2, ...(await solved(house, client)) }
}

export async function sendCode(house: TestApp, client: TestClient, email: string, scene: MailScene): Promise<string> {
  await client.call(sendMailCode, await sending(house, client, email, scene))
  return (await newestMail(house, email))?.values.code ?? ''
}
