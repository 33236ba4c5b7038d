import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const screens = ['features', 'web/screens', 'ui']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .sort()

const found = screens.flatMap((path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/<(?:Password|Confirm)Sheet\s([\s\S]*?[^=])>/g)].map(
    ([, props = '']) => {
      const [, title = ''] = /title=\{(.*?)\}(?=\s)/.exec(`${props} `) ?? []
      const final = /(?:^|\s)final(?:=\{(.*?)\})?(?=\s|$)/.exec(props)
      return `${path.split('/').at(-1)?.replace('.tsx', '')} ${title}: ${final ? (final[1] ?? 'held') : 'tapped'}`
    },
  ),
)

it('a confirmation is held where nothing brings back what it takes, and tapped elsewhere', () => {
  expect(found).toMatchInlineSnapshot(`
    [
      "ConfirmTrade t('exchange.confirm_title'): held",
      "AccelerateForm t('accelerate.confirm'): tapped",
      "OrderActions title: tapped",
      "OrderActions t('order.cancel'): isFinal",
      "AmountSheet title: tapped",
      "LeaveOrder t(words.title): held",
      "BuySheet t('product.confirm'): exchange !== undefined",
      "ReservationActions t('reserve.pay'): tapped",
      "ReservationActions title: due",
      "ReserveSheet t('reserve.title'): tapped",
      "PendingCard t('pending.give_up'): held",
      "LoginScreen t(safe ? 'login.remove_title' : 'login.remove_refused'): safe",
      "WordGrid t('words.copy_title'): tapped",
      "AdFormScreen ad ? t('otc.edit') : t('otc.post'): tapped",
      "AdsScreen t('otc.remove'): tapped",
      "BuyerSteps t('otc.i_paid'): held",
      "BuyerSteps t('otc.cancel'): held",
      "DisputeScreen t('otc.answer_send'): tapped",
      "ReleaseCoins t('otc.release'): held",
      "TakeScreen action: tapped",
      "CompensationCard t('mining.restore'): held",
      "InfoScreen t('info.remove_title'): held",
      "SettingsScreen t('my.log_out_title'): tapped",
      "BindScreen t('bind.password'): tapped",
      "DeviceLock t('lock.change'): tapped",
      "GoogleScreen t('security.google_password'): tapped",
      "LockedScreen t('my.log_out_title'): tapped",
      "SecurityScreen t('security.freeze_ask'): tapped",
      "SecurityScreen t('security.unfreeze_ask'): tapped",
      "SecurityScreen t('security.end_session_ask'): tapped",
      "PasskeysScreen t('security.passkey_add'): tapped",
      "PasskeysScreen t(isAll ? 'security.passkeys_remove_ask' : 'security.passkey_remove_ask'): tapped",
      "ConfirmTransfer t('transfer.confirm_title'): held",
      "ConfirmWithdrawal t('withdraw.confirm_title'): held",
      "ConfirmBinding t(replaces === undefined ? 'address.confirm_title' : 'address.change_confirm'): held",
    ]
  `)
})
