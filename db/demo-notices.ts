import type { NoticeTexts } from '#features/news/notice.ts'

/** What the demo tells its first visitor, oldest first. Without a day of its own a notice is of the day the demo began. */
export const demoNotices: readonly (NoticeTexts & { readonly publishedAt?: Date })[] = [
  {
    // The specification's own maintenance, long past.
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
  },
]
