import { declareRegion as keepRegion } from '#identity/team/region.store.ts'
import { isOnIn, regionTable } from '#identity/team/regions.ts'
import { lockWallet } from '#identity/wallet.store.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { hasPassedQuiz, keepPassedQuiz } from '#products/gates/gates.store.ts'
import { quizOf, wrongOf } from '#products/gates/quiz.ts'
import { answerQuiz, declareRegion, getQuiz } from './gates.contract.ts'

const declareRegionApi = implement(declareRegion, async ({ region }, { tx, walletId, now }) => {
  await lockWallet(tx, walletId)
  await keepRegion(tx, walletId, region, now)
  const table = await readSetting(tx, regionTable)
  const isOn = (feature: 'earn' | 'referral' | 'otc') => isOnIn(table, region, feature)
  return { region, earn: isOn('earn'), referral: isOn('referral'), otc: isOn('otc') }
})

const getQuizApi = implementRead(getQuiz, async ({ line }, { db, walletId }) => ({
  passed: await hasPassedQuiz(db, walletId, line),
  questions: quizOf(line),
}))

const answerQuizApi = implement(answerQuiz, async ({ line, answers }, { tx, walletId, now }) => {
  const wrong = [...wrongOf(line, answers)]
  if (wrong.length === 0) await keepPassedQuiz(tx, walletId, line, now)
  return { passed: wrong.length === 0, wrong }
})

export const gateCalls: readonly Implementation[] = [declareRegionApi, getQuizApi, answerQuizApi]
