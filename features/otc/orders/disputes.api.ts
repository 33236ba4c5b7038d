import { letStaffRead } from '#chat/threads.store.ts'
import { mailHolder } from '#identity/mail/mail-queue.store.ts'
import { confirmHolder } from '#identity/passwords/outflow.server.ts'
import { loadPictureOf } from '#identity/pictures/picture.store.ts'
import { fail } from '#kit/failure.ts'
import { refuseFull } from '#kit/store/quotas.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { type Implementation, implement } from '#kit/wire/implement.api.ts'
import { evidenceOf, evidenceSince, findDispute, keepAnswer, keepDispute, keepEvidence } from '#otc/disputes.store.ts'
import { lockOwn } from '#otc/ending.server.ts'
import { addEvent, setDisputed } from '#otc/transactions.store.ts'
import { decideAnswer, decideDispute, decideEvidence, threadOf } from '#otc/transactions.ts'
import { showWhole } from '../show-whole.server.ts'
import { answerDispute, giveEvidence, openDispute } from './transactions.contract.ts'

/** Assumed: maximum pictures per side of a dispute. */
const evidenceMax = 9
/** Assumed: maximum pictures in 24 hours for all disputes of a wallet, because a dispute between two wallets of one person is cheap. */
const evidenceDayMax = 27

const openDisputeApi = implement(openDispute, async ({ id, reason }, call) => {
  const { tx, walletId, now, wall, secrets } = call
  const transaction = await lockOwn(tx, id, walletId)
  decideDispute(transaction)
  await setDisputed(tx, transaction.id)
  await keepDispute(tx, { transactionId: transaction.id, openedBy: walletId, reason }, now)
  await addEvent(tx, transaction.id, { kind: 'disputed', byId: walletId, at: now })
  await letStaffRead(tx, threadOf(transaction), now)
  // Events already cause notices and push messages. The mail is an additional channel.
  await mailHolder(tx, secrets, transaction.sellerId, 'told_dispute', wall)
  return showWhole(tx, transaction.id, call)
})

const answerDisputeApi = implement(answerDispute, async ({ id, answer }, call) => {
  const { tx, walletId, now } = call
  const transaction = await lockOwn(tx, id, walletId)
  const dispute = await findDispute(tx, transaction.id)
  decideAnswer(transaction, walletId, dispute?.answeredAt != null)
  await confirmHolder(call)
  await keepAnswer(tx, transaction.id, answer, now)
  await addEvent(tx, transaction.id, { kind: 'answered', byId: walletId, at: now })
  return showWhole(tx, transaction.id, call)
})

const giveEvidenceApi = implement(giveEvidence, async ({ id, picture }, call) => {
  const { tx, walletId, now } = call
  const transaction = await lockOwn(tx, id, walletId)
  decideEvidence(transaction)
  const given = (await evidenceOf(tx, transaction.id)).filter((each) => each.walletId === walletId)
  if (given.length >= evidenceMax) fail('otc.evidence_full', { most: `${evidenceMax}` })
  if ((await evidenceSince(tx, walletId, addMs(now, -dayMs))) >= evidenceDayMax)
    fail('otc.evidence_full', { most: `${evidenceDayMax}` })
  const whose = { walletId, category: 'evidence' } as const
  const bytes = (await loadPictureOf(tx, whose, picture)) ?? fail('request.data_missing')
  const isNew = !given.some((each) => each.picture === picture)
  if (isNew) {
    const wallet = { id: walletId, isYoung: false }
    await refuseFull(tx, { kind: 'evidence', wallet, thread: `otc${transaction.id}`, bytes: bytes.length, at: now })
  }
  if (await keepEvidence(tx, { id: transaction.id, walletId, picture, bytes, at: now }))
    await addEvent(tx, transaction.id, { kind: 'evidence', byId: walletId, at: now })
  return showWhole(tx, transaction.id, call)
})

export const disputeCalls: readonly Implementation[] = [openDisputeApi, answerDisputeApi, giveEvidenceApi]
