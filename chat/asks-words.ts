/** Terms for a recovery phrase, password or code in languages that separate words with spaces. */
const spaced =
  /(?<![\p{L}\p{N}])(?:recovery phrase|seed phrase|secret phrase|seed words?|mnemonic|private key|pass ?word|pass ?code|pin code|(?:verification|security|google|authenticator|auth|sms|mail|2fa|login) codes?|otp|your codes?|(?:12|24|twelve|twenty-four) words|wiederherstellungsphrase|seed-?phrase|passwort|kennwort|(?:bestätigungs|google-?|mail-?)code|(?:12|24|zwölf) wörter|रिकवरी फ़्रेज़|रिकवरी फ्रेज|पासवर्ड|कोड|(?:12|24|१२) शब्द|frasa pemulihan|frasa seed|kata sandi|kata laluan|kode verifikasi|kod pengesahan|kode google|(?:12|24) (?:kata|perkataan)|қалпына келтіру фраза|құпиясөз|құпия сөз|растау код|(?:12|24) сөз|복구 문구|시드 문구|니모닉|비밀번호|인증 ?(?:번호|코드)|(?:12|24)개 단어|frase de recuperação|frase-semente|frase semente|senha|código de (?:verificação|segurança)|(?:12|24|doze) palavras|мнемоническ|сид-?фраз|фраз[аыуе] восстановления|пароль|код\p{L}* (?:подтверждения|из)|(?:12|24) слов|بحالی کے الفاظ|پاس ورڈ|تصدیقی کوڈ|(?:12|24|۱۲) الفاظ|cụm từ khôi phục|mật khẩu|mã xác (?:nhận|thực|minh)|(?:12|24) từ)/iu
const unspaced =
  /リカバリーフレーズ|シードフレーズ|ニーモニック|パスワード|(?:認証|確認)コード|(?:12|24)(?:個の)?単語|ឃ្លាសង្គ្រោះ|ពាក្យសង្គ្រោះ|ពាក្យសម្ងាត់|លេខកូដ|วลีกู้คืน|คํากู้คืน|รหัสผ่าน|รหัสยืนยัน|รหัส google|助记词|助記詞|密码|密碼|验证码|驗證碼|私钥|私鑰/iu

export function asksForSecrets(text: string): boolean {
  const plain = text.normalize('NFKC')
  return spaced.test(plain) || unspaced.test(plain)
}
