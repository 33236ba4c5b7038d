import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { picture } from '../run/browser.ts'
import { buyFirstOrders, waitForWithdrawal } from '../run/first-orders.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { invitedPays } from '../run/others.ts'
import { lookMs } from '../run/patience.ts'
import { newPerson, type Person } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

type Task = {
  readonly question: string
  readonly taps: readonly (string | RegExp)[]
  readonly answer: (person: Person) => Promise<void>
}

const textOf = async ({ page }: Person, part: string): Promise<string> =>
  (await page.locator(part).filter({ visible: true }).first().allInnerTexts()).join(' ').replace(/\s+/g, ' ')

const tasks: readonly Task[] = [
  {
    question: 'How much do I lose if I stop this order now?',
    taps: ['Investment', /^Lock-up mining 500/],
    answer: async (person) => {
      await person.sees(en('result.way.leave'))
      // 5 % of 500 ATMC at about 0.20 USDT.
      await person.sees(/lose 25\.00 ATMC/)
      await person.sees(/≈\s-[345]\.\d\d USDT/)
    },
  },
  {
    question: 'Why does my withdrawal wait, and until when?',
    taps: ['Wallet', 'Withdraw'],
    answer: async (person) => {
      await person.sees('-50.00 USDT')
      await person.sees(en('withdraw.wait.new_address'))
      await person.sees(/^Until \w+ \d+, \d{4}, \d\d:\d\d$/)
    },
  },
  {
    question: 'What did this ended order really bring?',
    taps: ['Investment', en('invest.all_orders')],
    answer: async (person) => {
      await person.sees(en('order.over'))
      expect(await textOf(person, 'a:has-text("Ended")')).toMatch(/100\.00 USDT.*≈ -0\.[89]\d USDT/)
    },
  },
  {
    question: 'Where do my earnings come from?',
    taps: ['Investment', 'Income'],
    answer: async (person) => {
      await person.sees(en('income.net'))
      expect(await textOf(person, `a:has-text("${en('income.own_net')}")`)).toMatch(/-0\.[89]\d USDT/)
      expect(await textOf(person, 'a:has-text("Invitation income")')).toContain('0.03 USDT')
    },
  },
  {
    question: 'Does the company hold what it owes?',
    taps: [en('title.proof'), /^Reserves/],
    answer: async (person) => {
      // Reserves may be signed slightly later.
      const isThere = () =>
        person.sees(en('reserves.ratio'), lookMs).then(
          () => true,
          () => false,
        )
      for (let attempts = 1; !(await isThere()) && attempts < 9; attempts += 1) await person.page.reload()
      const [ratio, there, owes] = [en('reserves.ratio'), en('reserves.there'), en('proof.owed_all')]
      const figures = new RegExp(`USDT ${ratio} ([\\d,.]+)% ${there} ([\\d,.]+) USDT ${owes} ([\\d,.]+) USDT`)
      const [, ...found] = figures.exec(await textOf(person, 'main')) ?? []
      const [covered = 0, held = 0, owed = 1] = found.map((figure) => Number(figure.replaceAll(',', '')))
      expect(covered).toBeGreaterThan(100)
      expect(Math.abs(covered - (held / owed) * 100)).toBeLessThan(0.02)
    },
  },
  {
    question: 'How do I get my coins out, and what does it cost?',
    taps: ['Wallet', 'Withdraw'],
    answer: async (person) => {
      await person.page
        .getByText(/Fee [\d.]+ USDT/)
        .nth(2)
        .waitFor()
      const terms = await person.page.getByRole('list', { name: 'Network' }).getByRole('listitem').allInnerTexts()
      expect(terms.map((each) => each.replace(/\s+/g, ' '))).toEqual([
        expect.stringMatching(/Ethereum.*Fee 5\.00 USDT.*20\.00 USDT/),
        expect.stringMatching(/BNB Smart Chain.*Fee 0\.30 USDT.*10\.00 USDT/),
        expect.stringMatching(/TRON.*Fee 1\.00 USDT.*10\.00 USDT/),
      ])
    },
  },
  {
    question: 'What does my team bring me?',
    taps: [/^My team/],
    answer: async (person) => {
      await person.sees(en('income.total'))
      // One fifth of the referral part of 0.3 % of 1,000 USDT.
      expect(await textOf(person, 'a:has-text("Invitation income")')).toContain('≈ 0.03 USDT')
    },
  },
  {
    question: 'Who may see my words?',
    taps: ['My', 'Security centre'],
    answer: (person) => person.sees(en('security.mnemonic_note')),
  },
  {
    question: 'What is the fee of a trade?',
    taps: ['Exchange'],
    answer: async (person) => {
      await person.sees(en('exchange.impact_max'))
      expect(await textOf(person, 'main')).toContain('Fee 0.30%')
    },
  },
  {
    question: 'What if I forget the password?',
    taps: ['My', en('my.help')],
    answer: (person) => person.sees(/Restore the wallet with your twelve words and set a new one/),
  },
  {
    question: 'How do I reach a human?',
    taps: [enPattern('home.link.online_service')],
    answer: async (person) => {
      await person.sees(en('chat.empty_support'))
      await person.page.getByRole('textbox').waitFor()
    },
  },
]

/** docs/tasks.md lists the questions. */
describe('a question of somebody new', () => {
  const dataDir = shared.dataDir
  let browser: Browser
  let person: Person
  afterAll(closePages)

  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    const { walletId: sponsorId, codes } = await signIn(person, { google: { dataDir: shared.dataDir } })
    await Promise.all([
      ops({ dataDir }, 'faucet', sponsorId, '500', 'USDT', '--yes'),
      ops({ dataDir }, 'faucet', sponsorId, '600', 'ATMC', '--yes'),
      invitedPays(shared.address, dataDir, sponsorId),
    ])
    await person.open('/pages/wallet/index')
    await person.sees(/^500\.00$/)
    await person.sees(/^600\.00$/)
    await buyFirstOrders(person, { amount: '100', term: '7 days' }, { amount: '500', term: '30 days' })
    await ops({ dataDir }, 'clock', 'advance', '9d', '--yes')
    await person.page.reload()
    await waitForWithdrawal(person, '50', codes)
  })

  for (const { question, taps, answer } of tasks)
    it(question, async () => {
      await person.open('/pages/index/index')
      for (const words of taps) await person.press(words)
      await answer(person)
      await picture(person.page, `task ${taps.join(' ').replace(/\W+/g, '-')}`)
      expect(taps.length).toBeLessThanOrEqual(2)
    })

  it('stands in the list with as many taps', () => {
    const rows = readFileSync('docs/tasks.md', 'utf8').split('\n')
    const counted = tasks.map(({ question, taps }) => [question, taps.length])
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
    const listed = cells.flatMap(([, question, , , count]) =>
      question?.endsWith('?') ? [[question, Number(count)]] : [],
    )
    expect(listed).toEqual(counted)
  })

  it('drew no complaint from the browser', () => {
    expect(person.complaints).toEqual([])
  })
})
