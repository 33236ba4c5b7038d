import { expect, it } from 'vitest'
import { asksForSecrets } from './asks-words.ts'

const asking = [
  'Please send me your 12 words so I can unlock it',
  'tell me the Google code you see now',
  'what is your PASSWORD?',
  'Wie lautet Ihr Passwort?',
  'अपना पासवर्ड भेजें',
  'Kirim kata sandi Anda',
  'あなたのパスワードを教えてください',
  'Құпиясөзіңізді жіберіңіз',
  'សូមផ្ញើពាក្យសម្ងាត់របស់អ្នក',
  '고객님의 비밀번호를 알려 주세요',
  'Hantar kata laluan anda',
  'Mande a senha, por favor',
  'Пришлите код из Google Authenticator',
  'ขอรหัสผ่านของคุณ',
  'اپنا پاس ورڈ بھیجیں',
  'Cho tôi mật khẩu của bạn',
  '请把您的助记词发给我',
  '請把您的助記詞傳給我',
]
it.each(asking)('warns of who asks: %s', (text) => {
  expect(asksForSecrets(text)).toBe(true)
})

it.each(['I paid a minute ago.', 'The bank is closed today', 'Ich habe bezahlt', '已经付款了', 'Оплатил, проверьте'])(
  'does not warn of: %s',
  (text) => {
    expect(asksForSecrets(text)).toBe(false)
  },
)
