import { describe, expect, it } from 'vitest'
import { comparePayer, type PayerMatch } from './payer-name.ts'

const table: Readonly<Record<string, readonly (readonly [string, string, PayerMatch])[]>> = {
  Latin: [
    ['José  Álvarez', 'ALVAREZ, JOSE', 'same'],
    ['Müller', 'Mueller', 'same'],
    ['Müller', 'MULLER', 'same'],
    ['Muller', 'Mueller', 'similar'],
    ['Jürgen Groß', 'JUERGEN GROSS', 'same'],
    ['Łukasz Wałęsa', 'LUKASZ WALESA', 'same'],
    ['Søren Kjær', 'Soren Kjaer', 'same'],
    ['Søren Kjær', 'SOEREN KJAER', 'same'],
    ['Håkon Ås', 'HAAKON AAS', 'same'],
    ['Björn Ångström', 'Bjorn Angstrom', 'same'],
    ['Đorđe Đoković', 'Djordje Djokovic', 'same'],
    ['Iñaki Peña', 'Inaki Pena', 'same'],
    ['Françoise L’Écuyer', 'FRANCOISE LECUYER', 'same'],
    ["Mary O'Brien", 'OBRIEN MARY', 'same'],
    ["Mary O'Brien", 'O Brien Mary', 'same'],
    ['Anna Smith-Jones', 'SMITH JONES ANNA', 'same'],
    ['Kāpono Kaʻaihue', "Kapono Ka'aihue", 'same'],
    ['Mr John Smith', 'JOHN SMITH', 'same'],
    ['Smith John Mr', 'John Smith', 'same'],
    ['Mr John Smith', 'Mrs John Smith', 'similar'],
    ['Sri Mulyani', 'Mulyani', 'other'],
    ['Sr Juan Pérez', 'JUAN PEREZ', 'same'],
    ['John Smith Jr', 'John Smith Sr', 'similar'],
    ['John Michael Smith', 'Smith John Michael', 'same'],
    ['John Michael Smith', 'Michael John Smith', 'similar'],
    ['Maria Lopez', 'Marla Lopez', 'similar'],
    ['Bernard Hall', 'Bemard Hall', 'similar'],
    ['Maria Lopez', 'Maria Lopes', 'similar'],
    ['Maria Lopez', 'Chen Wei', 'other'],
    ['Ana', 'Eva', 'other'],
    ['Ana', ' - ', 'other'],
    ['', '', 'other'],
    ['Maria\u200B Lopez', 'Maria Lopez', 'same'],
    ['\u202EMaria\u202C Lopez', 'Maria\u00A0Lopez', 'same'],
    ['Ｍａｒｉａ Ｌｏｐｅｚ', 'Maria Lopez', 'same'],
    ['Maria L0pez', 'Maria Lopez', 'similar'],
    ['Guðrún Þórsdóttir', 'Gudrun Thorsdottir', 'same'],
    ['Ħal Għaxaq', 'Hal Ghaxaq', 'same'],
  ],
  Turkish: [
    ['Işıl Yıldız', 'ISIL YILDIZ', 'same'],
    ['İbrahim Şahin', 'ibrahim sahin', 'same'],
    ['Çağla Öztürk', 'CAGLA OZTURK', 'same'],
    ['Əli Əliyev', 'Eli Eliyev', 'same'],
    ['Yıldız', 'Yılmaz', 'other'],
    ['Yıldız Kaya', 'Kemal Sunal', 'other'],
  ],
  Vietnamese: [
    ['Đặng Văn Đức', 'DANG VAN DUC', 'same'],
    ['Nguyễn Thị Hương', 'NGUYEN THI HUONG', 'same'],
    ['Trần Quốc Bảo', 'Bảo Trần Quốc', 'same'],
    ['Nguyễn Văn An', 'Nguyễn An Văn', 'similar'],
    ['Phạm Thị Lan', 'Lê Minh Tuấn', 'other'],
    ['Nguye\u0302\u0303n An', 'Nguyễn An', 'same'],
  ],
  Greek: [
    ['Γιώργος Παπαδόπουλος', 'ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'same'],
    ['Μαΐρη Νικολάου', 'ΝΙΚΟΛΑΟΥ ΜΑΙΡΗ', 'same'],
    ['Νίκος Παππάς', 'Νίκος Παπάς', 'similar'],
    ['Νίκος Παππάς', 'Ελένη Γεωργίου', 'other'],
    ['Νίκος Παππάς', 'Nikos Pappas', 'unsure'],
  ],
  Cyrillic: [
    ['Фёдор Королёв', 'ФЕДОР КОРОЛЕВ', 'same'],
    ['Сергей Иванов', 'Иванов Сергей', 'same'],
    ['Юлія Ковальчук', 'КОВАЛЬЧУК ЮЛІЯ', 'same'],
    ['Қайрат Нұрлан', 'Кайрат Нурлан', 'similar'],
    ['Иван Петров', 'Иван Петрова', 'similar'],
    ['Иван Петров', 'Сергей Кузнецов', 'other'],
    ['Иван Петров', 'Ivan Petrov', 'unsure'],
    ['Maria Lopez', 'Mаria Lopez', 'similar'],
    ['Иvan Петроv', 'Иvan Петроv', 'similar'],
  ],
  Arabic: [
    ['مُحَمَّد عَلِيّ', 'محمد علي', 'same'],
    ['محمـــد علي', 'محمد علي', 'same'],
    ['أحمد إبراهيم', 'احمد ابراهيم', 'same'],
    ['فاطمة الزهراء', 'فاطمه الزهراء', 'same'],
    ['مصطفى كامل', 'مصطفي كامل', 'same'],
    ['علي محمد', 'محمد علي', 'same'],
    ['السيد محمد علي', 'محمد علي', 'same'],
    ['ﻣﺤﻤﺪ ﻋﻠﻲ', 'محمد علي', 'same'],
    ['محمد علي', 'محمود علي', 'similar'],
    ['محمد علي', 'خالد حسن', 'other'],
    ['محمد علي', 'Mohammed Ali', 'unsure'],
    ['\u200Fمحمد\u200F علي', 'محمد علي', 'same'],
  ],
  'Persian and Urdu': [
    ['محمد علی', 'محمد علي', 'same'],
    ['کریم کاظمی', 'كريم كاظمي', 'same'],
    ['عبداللہ خان', 'عبدالله خان', 'same'],
    ['رحمٰن بیگ', 'رحمن بیگ', 'same'],
    ['عائشہ صدیقی', 'عایشه صدیقی', 'same'],
    ['پرویز مشرف', 'نواز شریف', 'other'],
    ['علی رضا', 'علی‌رضا', 'same'],
    ['بھٹی احمد', 'بہٹی احمد', 'similar'],
  ],
  Hebrew: [
    ['דָּוִד כֹּהֵן', 'דוד כהן', 'same'],
    ['כהן דוד', 'דוד כהן', 'same'],
    ['ג׳ורג׳ לוי', "ג'ורג' לוי", 'same'],
    ['דוד כהן', 'דויד כהן', 'similar'],
    ['דוד כהן', 'משה לוי', 'other'],
    ['דוד כהן', 'David Cohen', 'unsure'],
  ],
  Devanagari: [
    ['राम कुमार', 'रीमा कुमारी', 'other'],
    ['कमल शर्मा', 'कोमल शर्मा', 'similar'],
    ['राम कुमार', 'कुमार राम', 'same'],
    ['श्री राम कुमार', 'राम कुमार', 'same'],
    ['राम  कुमार', 'राम\u200D कुमार', 'same'],
    ['क़मर ख़ान', 'क\u093Cमर ख\u093Cान', 'same'],
    ['क़मर ख़ान', 'कमर खान', 'similar'],
    ['दिन', 'दीन', 'other'],
    ['राम कुमार', 'Ram Kumar', 'unsure'],
    ['राम कुमार', 'সোহেল রানা', 'unsure'],
  ],
  'Bengali, Tamil and others of India': [
    ['সোহেল রানা', 'রানা সোহেল', 'same'],
    ['সোহেল রানা', 'সহেল রানা', 'similar'],
    ['কমলা দাস', 'বিমল রায়', 'other'],
    ['রায়', 'রায\u09BC', 'same'],
    ['முருகன் குமார்', 'குமார் முருகன்', 'same'],
    ['முருகன் குமார்', 'மூருகன் குமார்', 'similar'],
    ['முருகன்', 'கண்ணன்', 'other'],
    ['రవి కుమార్', 'రావి కుమార్', 'similar'],
    ['ರವಿ ಕುಮಾರ್', 'ಕುಮಾರ್ ರವಿ', 'same'],
    ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'ਸਿੰਘ ਗੁਰਪ੍ਰੀਤ', 'same'],
    ['મીના પટેલ', 'મેના પટેલ', 'similar'],
    ['രവി മേനോൻ', 'രവി മേനോന്\u200D', 'similar'],
    ['නිමල් පෙරේරා', 'නිමල් පෙරේරා', 'same'],
  ],
  Thai: [
    ['สมชาย ใจดี', 'ใจดี สมชาย', 'same'],
    ['นายสมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['สมชายใจดี', 'สมชาย ใจดี', 'same'],
    ['น้ำ ใจดี', 'น\u0E49\u0E4D\u0E32 ใจดี', 'same'],
    ['กาญจนา', 'กัญจนา', 'similar'],
    ['มา', 'มี', 'other'],
    ['สมชาย ใจดี', 'วิชัย ทองคำ', 'other'],
    ['ปู', 'ปุ', 'other'],
  ],
  Lao: [
    ['ສົມພອນ ວົງ', 'ວົງ ສົມພອນ', 'same'],
    ['ສົມພອນ ວົງ', 'ສຸມພອນ ວົງ', 'similar'],
    ['ມາ', 'ມີ', 'other'],
  ],
  Khmer: [
    ['សុខ ចាន់', 'ចាន់ សុខ', 'same'],
    ['សុខ ចាន់', 'សុខចាន់', 'same'],
    ['សុខា ចាន់', 'សុខី ចាន់', 'similar'],
    ['តា', 'តី', 'other'],
    ['សុខ ចាន់', 'វណ្ណា ហេង', 'other'],
  ],
  Myanmar: [
    ['အောင်ဆန်း', 'အောင် ဆန်း', 'same'],
    ['အောင် ဆန်း', 'ဆန်း အောင်', 'similar'],
    ['ဦး အောင် ဆန်း', 'အောင် ဆန်း', 'same'],
    ['မြ မြ', 'မြို့ မြို့', 'other'],
  ],
  Japanese: [
    ['か', 'が', 'other'],
    ['かとう まり', 'がとう まり', 'similar'],
    ['ﾀﾅｶ ﾀﾛｳ', 'タナカ タロウ', 'same'],
    ['ﾔﾏﾀﾞ ﾊﾅｺ', 'ヤマダ ハナコ', 'same'],
    ['ﾔﾏﾀ ﾊﾅｺ', 'ﾔﾏﾀﾞ ﾊﾅｺ', 'similar'],
    ['ヤマタ゛ ハナコ', 'ヤマダ ハナコ', 'same'],
    ['か\u3099とう', 'がとう', 'same'],
    ['やまだ はなこ', 'ヤマダ ハナコ', 'same'],
    ['田中 さくら', '田中さくら', 'same'],
    ['田中太郎様', '田中 太郎', 'same'],
    ['田中 太郎', 'タナカ タロウ', 'unsure'],
    ['高橋 一郎', '髙橋 一郎', 'similar'],
    ['パパ', 'ババ', 'other'],
    ['田中 太郎', '鈴木 花子', 'other'],
  ],
  Chinese: [
    ['王 小明', '王小明', 'same'],
    ['小明 王', '王 小明', 'same'],
    ['王小明先生', '王小明', 'same'],
    ['王小明', '王明小', 'similar'],
    ['李 明', '明 李', 'similar'],
    ['张伟', '張偉', 'similar'],
    ['陈丽华', '陳麗華', 'similar'],
    ['王小明', '李大华', 'other'],
    ['王小明', 'Wang Xiaoming', 'unsure'],
    ['王小明', '김민수', 'unsure'],
  ],
  Korean: [
    ['김 민수', '김민수', 'same'],
    ['김민수', '김민수'.normalize('NFD'), 'same'],
    ['민수 김', '김 민수', 'same'],
    ['김민수님', '김민수', 'same'],
    ['김민수', '김민주', 'other'],
    ['김 구', '구 김', 'similar'],
    ['김민수', '金民秀', 'unsure'],
    ['김민수', '박지훈', 'other'],
  ],
  'Georgian, Armenian and Ethiopic': [
    ['გიორგი ბერიძე', 'ბერიძე გიორგი', 'same'],
    ['Արամ Հակոբյան', 'ԱՐԱՄ ՀԱԿՈԲՅԱՆ', 'same'],
    ['አበበ ቢቂላ', 'አበበ ቢቂላ', 'same'],
    ['አበበ ቢቂላ', 'ኃይሌ ገብረ', 'other'],
  ],
  'what nobody can compare': [
    ['ⵎⵓⵃⴰⵎⵎⴷ', 'ⵎⵓⵃⴰⵎⵎⴷ', 'similar'],
    ['ⵎⵓⵃⴰⵎⵎⴷ', 'Mohammed', 'unsure'],
    ['Ana 王小明', 'Ana 王小明', 'similar'],
    ['12345', '12345', 'similar'],
    ['राम Kumar', 'राम कुमार', 'unsure'],
  ],
}

describe('the name on a payment', () => {
  for (const [script, pairs] of Object.entries(table))
    it(`is compared by the rules of its script: ${script}`, () => {
      for (const [said, seen, match] of pairs) {
        expect([said, seen, comparePayer(said, seen)]).toEqual([said, seen, match])
        expect([seen, said, comparePayer(seen, said)]).toEqual([seen, said, match])
      }
    })

  it('is the same as itself where it can be compared, and never where another letter stands', () => {
    const all = Object.values(table).flat()
    expect(all.length).toBeGreaterThan(120)
    for (const [name, , match] of all) {
      if (match === 'unsure' || name === '' || /[ⵎⵓ]|^\d|Ana 王|Иvan|राम Kumar/u.test(name)) continue
      expect([name, comparePayer(name, ` ${name.normalize('NFD')} `)]).toEqual([name, 'same'])
      expect(comparePayer(name, `${name}ქ`), name).not.toBe('same')
    }
  })

  it('costs next to nothing, also where it has as many words as fit, in as many ways each', () => {
    const name = (letter: string) => Array(40).fill(letter).join(' ')
    const took = (work: () => unknown) => {
      const began = performance.now()
      work()
      return performance.now() - began
    }
    const [short, long] = [() => comparePayer('Ana Ruiz', 'Ben Khan'), () => comparePayer(name('ä'), name('ö'))]
    for (const each of [short, long]) each()
    // Relative timing, because the machine may be busy.
    const many = Math.min(...Array.from({ length: 5 }, () => took(long)))
    const few = Math.min(...Array.from({ length: 5 }, () => took(() => Array.from({ length: 100 }, short))))
    expect(many).toBeLessThan(few * 10)
    expect(comparePayer(name('ä'), name('a'))).toBe('same')
  })
})
