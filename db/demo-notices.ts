import type { NoticeTexts } from '#features/news/notice.ts'

/** Oldest first. The default date is the demo's start. */
export const demoNotices: readonly (NoticeTexts & { readonly publishedAt?: Date })[] = [
  {
    publishedAt: new Date('2024-08-16T12:00:00.000Z'),
    en: {
      title: 'System under repair until 00:00 on 18 August 2024',
      body: 'The system is under repair after a malicious network attack. It is expected to end at 00:00 on 18 August 2024.',
    },
    'zh-Hans': {
      title: '系统维护至 2024 年 8 月 18 日 00:00',
      body: '系统遭受恶意网络攻击，正在维护中，预计于 2024 年 8 月 18 日 00:00 结束。',
    },
    ur: {
      title: 'نظام کی مرمت 18 اگست 2024 کو 00:00 تک',
      body: 'ایک بدنیت نیٹ ورک حملے کے بعد نظام کی مرمت جاری ہے۔ توقع ہے کہ یہ 18 اگست 2024 کو 00:00 بجے ختم ہو گی۔',
    },
    'zh-Hant': {
      title: '系統維護至 2024 年 8 月 18 日 00:00',
      body: '系統遭受惡意網路攻擊，正在維護中，預計於 2024 年 8 月 18 日 00:00 結束。',
    },
    ru: {
      title: 'Система на ремонте до 00:00 18 августа 2024 года',
      body: 'Система ремонтируется после злонамеренной сетевой атаки. Ожидается, что работы закончатся в 00:00 18 августа 2024 года.',
    },
    ja: {
      title: '2024年8月18日0時までシステムを修復しています',
      body: '悪意のあるネットワーク攻撃を受けたため、システムを修復しています。2024年8月18日0時に終わる見込みです。',
    },
    ko: {
      title: '2024년 8월 18일 00:00까지 시스템 복구 중',
      body: '악의적인 네트워크 공격을 받아 시스템을 복구하고 있습니다. 2024년 8월 18일 00:00에 끝날 예정입니다.',
    },
    th: {
      title: 'ระบบอยู่ระหว่างซ่อมแซมถึงเวลา 00:00 น. วันที่ 18 สิงหาคม 2024',
      body: 'ระบบอยู่ระหว่างซ่อมแซมหลังถูกโจมตีทางเครือข่ายโดยมุ่งร้าย คาดว่าจะเสร็จสิ้นเวลา 00:00 น. วันที่ 18 สิงหาคม 2024',
    },
    vi: {
      title: 'Hệ thống đang được sửa chữa đến 00:00 ngày 18 tháng 8 năm 2024',
      body: 'Hệ thống đang được sửa chữa sau một cuộc tấn công mạng ác ý. Dự kiến kết thúc vào 00:00 ngày 18 tháng 8 năm 2024.',
    },
    km: {
      title: 'ប្រព័ន្ធកំពុងជួសជុលរហូតដល់ម៉ោង 00:00 ថ្ងៃទី 18 ខែសីហា ឆ្នាំ 2024',
      body: 'ប្រព័ន្ធកំពុងជួសជុលបន្ទាប់ពីការវាយប្រហារបណ្ដាញដោយចេតនាអាក្រក់។ រំពឹងថានឹងបញ្ចប់នៅម៉ោង 00:00 ថ្ងៃទី 18 ខែសីហា ឆ្នាំ 2024។',
    },
    hi: {
      title: '18 अगस्त 2024 को 00:00 बजे तक सिस्टम की मरम्मत',
      body: 'एक दुर्भावनापूर्ण नेटवर्क हमले के बाद सिस्टम की मरम्मत हो रही है। इसके 18 अगस्त 2024 को 00:00 बजे समाप्त होने की उम्मीद है।',
    },
    ms: {
      title: 'Sistem sedang dibaiki sehingga 00:00 pada 18 Ogos 2024',
      body: 'Sistem sedang dibaiki selepas serangan rangkaian yang berniat jahat. Ia dijangka tamat pada 00:00, 18 Ogos 2024.',
    },
    pt: {
      title: 'Sistema em reparo até as 00:00 de 18 de agosto de 2024',
      body: 'O sistema está em reparo após um ataque de rede mal-intencionado. A previsão é que termine às 00:00 de 18 de agosto de 2024.',
    },
    kk: {
      title: 'Жүйе 2024 жылғы 18 тамыз 00:00-ге дейін жөнделуде',
      body: 'Жүйе зиянды желілік шабуылдан кейін жөнделуде. Жұмыс 2024 жылғы 18 тамызда 00:00-де аяқталады деп күтілуде.',
    },
    id: {
      title: 'Sistem sedang diperbaiki hingga 00:00 tanggal 18 Agustus 2024',
      body: 'Sistem sedang diperbaiki setelah serangan jaringan yang berniat jahat. Diperkirakan selesai pada 00:00 tanggal 18 Agustus 2024.',
    },
    de: {
      title: 'System in Reparatur bis 18. August 2024, 00:00 Uhr',
      body: 'Das System wird nach einem böswilligen Netzwerkangriff repariert. Voraussichtlich endet das am 18. August 2024 um 00:00 Uhr.',
    },
  },
  {
    en: {
      title: 'How to check us',
      body: 'Every coin shown here is backed by a coin on a chain, and every figure opens the entries that make it.\n\nInterest is never promised before it is set aside: what a pool cannot cover is not sold.',
    },
    'zh-Hans': {
      title: '如何核对我们',
      body: '此处显示的每一枚币都有链上的币作为支撑，每个数字都可以打开查看构成它的记录。\n\n利息在承诺之前必先预留：池子无法覆盖的部分不会出售。',
    },
    ur: {
      title: 'ہماری جانچ کیسے کریں',
      body: 'یہاں دکھائے گئے ہر سکے کے پیچھے چین پر ایک سکہ موجود ہے، اور ہر عدد اُن اندراجات کو کھولتا ہے جن سے وہ بنا ہے۔\n\nسود کا وعدہ کبھی اُسے الگ رکھے بغیر نہیں کیا جاتا: پول جتنا پورا نہیں کر سکتا وہ بیچا نہیں جاتا۔',
    },
    'zh-Hant': {
      title: '如何核對我們',
      body: '此處顯示的每一枚幣都有鏈上的幣作為支撐，每個數字都可以打開查看構成它的記錄。\n\n利息在承諾之前必先預留：池子無法覆蓋的部分不會出售。',
    },
    ru: {
      title: 'Как нас проверить',
      body: 'За каждой монетой, показанной здесь, стоит монета в блокчейне, и каждая цифра открывает записи, из которых она сложилась.\n\nПроценты не обещаются, пока они не отложены: то, что пул не может покрыть, не продаётся.',
    },
    ja: {
      title: '私たちを確かめる方法',
      body: 'ここに表示されるコインはすべてチェーン上のコインに裏付けられ、どの数字からもその元になった記録を開けます。\n\n利息は、取り分けておく前に約束されることはありません。プールがまかなえない分は販売されません。',
    },
    ko: {
      title: '저희를 확인하는 방법',
      body: '여기에 표시되는 모든 코인은 체인에 있는 코인으로 뒷받침되며, 모든 수치에서 그 수치를 이루는 기록을 열어 볼 수 있습니다.\n\n이자는 따로 떼어 두기 전에는 약속하지 않습니다. 풀이 감당할 수 없는 것은 판매하지 않습니다.',
    },
    th: {
      title: 'วิธีตรวจสอบเรา',
      body: 'เหรียญทุกเหรียญที่แสดงที่นี่มีเหรียญบนเชนรองรับ และตัวเลขทุกตัวเปิดดูรายการที่ประกอบเป็นตัวเลขนั้นได้\n\nเราไม่สัญญาดอกเบี้ยก่อนที่จะกันเงินไว้ สิ่งที่พูลรองรับไม่ได้จะไม่ถูกขาย',
    },
    vi: {
      title: 'Cách kiểm tra chúng tôi',
      body: 'Mỗi đồng coin hiển thị ở đây đều được bảo chứng bằng một đồng coin trên chuỗi, và mỗi con số đều mở ra các bút toán tạo nên nó.\n\nLãi không bao giờ được hứa trước khi được để riêng ra: phần mà pool không trả nổi thì không được bán.',
    },
    km: {
      title: 'របៀបពិនិត្យយើង',
      body: 'កាក់នីមួយៗដែលបង្ហាញនៅទីនេះមានកាក់លើច្រវាក់គាំទ្រ ហើយតួលេខនីមួយៗបើកឱ្យឃើញកំណត់ត្រាដែលបង្កើតវា។\n\nការប្រាក់មិនដែលត្រូវបានសន្យាមុនពេលទុកដោយឡែកឡើយ៖ អ្វីដែលអាងមិនអាចធានាបាន មិនត្រូវបានលក់ទេ។',
    },
    hi: {
      title: 'हमें कैसे जाँचें',
      body: 'यहाँ दिखाए गए हर कॉइन के पीछे चेन पर एक कॉइन है, और हर आँकड़ा उन प्रविष्टियों को खोलता है जिनसे वह बना है।\n\nब्याज अलग रखे जाने से पहले कभी उसका वादा नहीं किया जाता: पूल जिसे पूरा नहीं कर सकता, वह बेचा नहीं जाता।',
    },
    ms: {
      title: 'Cara menyemak kami',
      body: 'Setiap syiling yang ditunjukkan di sini disokong oleh syiling pada rantaian, dan setiap angka membuka catatan yang membentuknya.\n\nFaedah tidak pernah dijanjikan sebelum diasingkan: apa yang tidak dapat ditampung oleh kolam tidak dijual.',
    },
    pt: {
      title: 'Como nos verificar',
      body: 'Cada moeda mostrada aqui tem por trás uma moeda em uma rede, e cada número abre os lançamentos que o formam.\n\nJuros nunca são prometidos antes de serem reservados: o que um pool não pode cobrir não é vendido.',
    },
    kk: {
      title: 'Бізді қалай тексеруге болады',
      body: 'Мұнда көрсетілген әр монетаның артында блокчейндегі монета тұр, әр санды ашып, оны құрайтын жазбаларды көруге болады.\n\nПайыз бөлек қойылмай тұрып ешқашан уәде етілмейді: пул жаба алмайтын нәрсе сатылмайды.',
    },
    id: {
      title: 'Cara memeriksa kami',
      body: 'Setiap koin yang ditampilkan di sini didukung oleh koin di rantai, dan setiap angka membuka catatan yang membentuknya.\n\nBunga tidak pernah dijanjikan sebelum disisihkan: apa yang tidak dapat ditanggung pool tidak dijual.',
    },
    de: {
      title: 'Wie Sie uns prüfen',
      body: 'Jede Münze, die hier angezeigt wird, ist durch eine Münze auf einer Chain gedeckt, und jede Zahl öffnet die Buchungen, aus denen sie besteht.\n\nZinsen werden nie versprochen, bevor sie zurückgelegt sind: Was ein Pool nicht decken kann, wird nicht verkauft.',
    },
  },
  {
    en: {
      title: 'Welcome to the demo',
      body: 'This Glasshouse runs on your own machine, with a chain of its own. Coins here have no value.\n\nAsk the faucet for test coins on the recharge page, buy an order, and let days pass with: npm run ops -- clock advance 1d',
    },
    'zh-Hans': {
      title: '欢迎使用演示版',
      body: '这个 Glasshouse 在您自己的电脑上运行，并自带一条链。这里的币没有价值。\n\n在充值页面向水龙头领取测试币，购买一个订单，然后用以下命令让时间前进：npm run ops -- clock advance 1d',
    },
    ur: {
      title: 'ڈیمو میں خوش آمدید',
      body: 'یہ Glasshouse آپ کی اپنی مشین پر، اپنی ہی چین کے ساتھ چلتا ہے۔ یہاں کے سکوں کی کوئی قیمت نہیں۔\n\nریچارج کے صفحے پر فوسٹ سے آزمائشی سکے لیں، ایک آرڈر خریدیں، اور دن آگے بڑھانے کے لیے لکھیں: npm run ops -- clock advance 1d',
    },
    'zh-Hant': {
      title: '歡迎使用示範版',
      body: '這個 Glasshouse 在您自己的電腦上執行，並自帶一條鏈。這裡的幣沒有價值。\n\n在充值頁面向水龍頭領取測試幣，購買一個訂單，然後用以下命令讓時間前進：npm run ops -- clock advance 1d',
    },
    ru: {
      title: 'Добро пожаловать в демо',
      body: 'Этот Glasshouse работает на вашем собственном компьютере, со своим блокчейном. Монеты здесь ничего не стоят.\n\nПопросите тестовые монеты у крана на странице пополнения, купите ордер и сдвигайте дни командой: npm run ops -- clock advance 1d',
    },
    ja: {
      title: 'デモへようこそ',
      body: 'この Glasshouse は、お使いのコンピューターの上で、専用のチェーンとともに動いています。ここのコインに価値はありません。\n\n入金ページの蛇口からテスト用のコインを受け取り、注文を購入し、次の命令で日を進めてください：npm run ops -- clock advance 1d',
    },
    ko: {
      title: '데모에 오신 것을 환영합니다',
      body: '이 Glasshouse는 사용자의 컴퓨터에서 자체 체인과 함께 실행됩니다. 여기의 코인은 가치가 없습니다.\n\n입금 페이지에서 수도꼭지에 테스트 코인을 요청하고, 주문을 구매한 뒤, 다음 명령으로 날을 넘기십시오: npm run ops -- clock advance 1d',
    },
    th: {
      title: 'ยินดีต้อนรับสู่รุ่นสาธิต',
      body: 'Glasshouse นี้ทำงานบนเครื่องของคุณเอง พร้อมเชนของตัวเอง เหรียญที่นี่ไม่มีมูลค่า\n\nขอเหรียญทดสอบจากก๊อกในหน้าเติมเงิน ซื้อคำสั่งซื้อ แล้วเลื่อนวันด้วยคำสั่ง: npm run ops -- clock advance 1d',
    },
    vi: {
      title: 'Chào mừng đến với bản dùng thử',
      body: 'Glasshouse này chạy trên chính máy của bạn, với chuỗi riêng. Coin ở đây không có giá trị.\n\nHãy xin coin thử ở vòi trên trang nạp tiền, mua một lệnh, và cho ngày trôi qua bằng lệnh: npm run ops -- clock advance 1d',
    },
    km: {
      title: 'សូមស្វាគមន៍មកកាន់កំណែសាកល្បង',
      body: 'Glasshouse នេះដំណើរការលើម៉ាស៊ីនរបស់អ្នក ដោយមានច្រវាក់ផ្ទាល់ខ្លួន។ កាក់នៅទីនេះគ្មានតម្លៃទេ។\n\nសុំកាក់សាកល្បងពីក្បាលរ៉ូប៊ីណេនៅទំព័របញ្ចូលប្រាក់ ទិញការបញ្ជាទិញមួយ ហើយឱ្យថ្ងៃកន្លងទៅដោយពាក្យបញ្ជា៖ npm run ops -- clock advance 1d',
    },
    hi: {
      title: 'डेमो में आपका स्वागत है',
      body: 'यह Glasshouse आपकी अपनी मशीन पर, अपनी ही चेन के साथ चलता है। यहाँ के कॉइन का कोई मूल्य नहीं है।\n\nरिचार्ज पृष्ठ पर नल से परीक्षण कॉइन माँगें, एक ऑर्डर खरीदें, और दिन आगे बढ़ाने के लिए लिखें: npm run ops -- clock advance 1d',
    },
    ms: {
      title: 'Selamat datang ke demo',
      body: 'Glasshouse ini berjalan pada komputer anda sendiri, dengan rantaiannya sendiri. Syiling di sini tidak bernilai.\n\nMinta syiling ujian daripada pili di halaman tambah nilai, beli satu pesanan, dan biarkan hari berlalu dengan: npm run ops -- clock advance 1d',
    },
    pt: {
      title: 'Boas-vindas à demonstração',
      body: 'Este Glasshouse funciona na sua própria máquina, com uma rede própria. As moedas daqui não têm valor.\n\nPeça moedas de teste à torneira na página de recarga, compre uma ordem e faça os dias passarem com: npm run ops -- clock advance 1d',
    },
    kk: {
      title: 'Демоға қош келдіңіз',
      body: 'Бұл Glasshouse өз компьютеріңізде, өз блокчейнімен жұмыс істейді. Мұндағы монеталардың құны жоқ.\n\nТолтыру бетіндегі шүмектен сынақ монеталарын сұраңыз, ордер сатып алыңыз және күндерді мына команда арқылы жылжытыңыз: npm run ops -- clock advance 1d',
    },
    id: {
      title: 'Selamat datang di demo',
      body: 'Glasshouse ini berjalan di komputer Anda sendiri, dengan rantainya sendiri. Koin di sini tidak bernilai.\n\nMintalah koin uji dari keran di halaman isi ulang, beli satu pesanan, dan majukan hari dengan: npm run ops -- clock advance 1d',
    },
    de: {
      title: 'Willkommen in der Demo',
      body: 'Dieses Glasshouse läuft auf Ihrem eigenen Rechner, mit einer eigenen Chain. Die Münzen hier haben keinen Wert.\n\nHolen Sie sich Testmünzen beim Wasserhahn auf der Seite zum Aufladen, kaufen Sie eine Order und lassen Sie Tage vergehen mit: npm run ops -- clock advance 1d',
    },
  },
]
