import { type Asset, assets } from '#kit/amount/coins.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Guilloche } from '#ui/picture/Guilloche.tsx'
import { LineChart } from '#ui/picture/LineChart.tsx'
import { QrCode } from '#ui/picture/QrCode.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { Spark, Trend } from '#ui/picture/Spark.tsx'
import { ReceiptActions } from '#ui/sheet/ReceiptActions.tsx'
import { Progress } from '#ui/show/Progress.tsx'
import { AddressText } from '#ui/text/AddressText.tsx'
import { AmountText, ChangeText, CodeText, Num } from '#ui/text/AmountText.tsx'
import { Fiat } from '#ui/text/Fiat.tsx'
import { FiatText } from '#ui/text/FiatText.tsx'
import type { FiatRate } from '#ui/text/fiat-rate.ts'
import { TransactionHash } from '#ui/text/TransactionHash.tsx'
import { WalletId } from '#ui/text/WalletId.tsx'
import { nothing, type Part, samples } from './part.ts'

const rate: FiatRate = {
  fiat: 'EUR',
  price: 1_150_000_000_000n,
  at: samples.moment,
  from: ['Demo 1', 'Demo 2', 'Demo 3'],
}
const prices = [4, 5, 4.5, 6, 7, 6.2, 8, 7.5, 9]
const chart = {
  points: prices.map((price, place) => ({ at: `2026-11-1${place}T00:00:00.000Z`, value: String(price) })),
  label: 'USDT',
  showTick: (value: string) => value,
  sayPoint: ({ value }: { readonly value: string }) => value,
  onScrub: nothing,
  height: '160px',
}

export const figures: readonly Part[] = [
  {
    name: 'AmountText',
    states: () => ({
      usual: <AmountText value="1234567.8" coin="USDT" />,
      own: <AmountText value="1234567.8" coin="USDT" own />,
      about: <AmountText value="0.00000001" coin="ATMC" about exact />,
      large: (
        <p className="text-display font-bold">
          <AmountText value="9876543.21" coin="USDT" large />
        </p>
      ),
      unknown: <AmountText value={null} coin="USDT" />,
      'ChangeText up': <ChangeText share="0.0342" />,
      'ChangeText down': <ChangeText share="-0.1205" />,
      'ChangeText flat': <ChangeText share="0" />,
      'ChangeText unknown': <ChangeText share={null} />,
      CodeText: <CodeText value={samples.hash} />,
      'CodeText short': <CodeText value={samples.hash} short />,
      Num: <Num>12:30</Num>,
    }),
  },
  {
    name: 'FiatText',
    states: () => ({
      usual: <FiatText worth="1234567.8" className="" rate={rate} />,
      loss: <FiatText worth="-100" className="" rate={rate} />,
      yen: <FiatText worth="1234.5" className="" rate={{ ...rate, fiat: 'JPY', price: 6_400_000_000n }} />,
      note: <FiatText className="text-ink-3" rate={rate} />,
    }),
  },
  { name: 'Fiat', states: () => ({ 'none chosen': <Fiat worth="100" /> }) },
  {
    name: 'AddressText',
    states: () => ({
      whole: <AddressText value={samples.address} />,
      'being typed': <AddressText value={samples.address.slice(0, 17)} length={42} />,
      'unlike another': <AddressText value={samples.address} unlike={samples.alike} />,
    }),
  },
  { name: 'WalletId', states: () => ({ usual: <WalletId id={samples.wallet} /> }) },
  {
    name: 'TransactionHash',
    states: () => ({
      'no explorer': (
        <p className="flex items-center">
          <TransactionHash hash={samples.hash} />
        </p>
      ),
      explorer: (
        <p className="flex items-center">
          <TransactionHash hash={samples.hash} explorerUrl="https://explorer.example/" />
        </p>
      ),
    }),
  },
  {
    name: 'CoinIcon',
    states: () => ({
      all: (
        <div className="flex flex-wrap gap-3">
          {(Object.keys(assets) as Asset[]).map((asset) => (
            <CoinIcon key={asset} asset={asset} />
          ))}
        </div>
      ),
    }),
  },
  {
    name: 'Avatar',
    states: () => ({
      picture: <Avatar id={samples.wallet} src="/icon-192.png" />,
      seal: <Avatar id={samples.wallet} src={undefined} size={64} />,
    }),
  },
  {
    name: 'Seal',
    states: () => ({
      usual: <Seal id={samples.wallet} />,
      small: <Seal id={samples.wallet} size={36} />,
      large: <Seal id={samples.wallet} size={120} />,
      bare: <Seal id={samples.wallet} size={120} bare />,
    }),
  },
  {
    name: 'ReceiptActions',
    states: (t) => ({
      done: (
        <ReceiptActions
          receipt={{
            ...{
              title: t('exchange.done'),
              amounts: ['1.00 USDT'],
              seal: samples.wallet,
              facts: [],
              foot: '',
              name: 'x',
            },
          }}
          done={{ to: '/pages/wallet/index' }}
        />
      ),
    }),
  },
  {
    name: 'Guilloche',
    states: () => ({ usual: <Guilloche of="Glasshouse" size={64} rings={3} /> }),
  },
  {
    name: 'LineChart',
    states: () => ({
      up: <LineChart {...chart} tone="up" />,
      down: <LineChart {...chart} tone="down" />,
      covered: <LineChart {...chart} tone="flat" covered />,
      'one point': <LineChart {...chart} points={chart.points.slice(0, 1)} tone="flat" />,
    }),
  },
  {
    name: 'Spark',
    states: () => ({
      up: <Spark values={prices} tone="up" />,
      down: <Spark values={prices.toReversed()} tone="down" />,
      flat: <Spark values={[1, 1, 1]} tone="flat" />,
      Trend: <Trend values={prices} className="text-accent" />,
    }),
  },
  { name: 'QrCode', states: (t) => ({ usual: <QrCode value={samples.address} label={t('title.recharge')} /> }) },
  {
    name: 'Progress',
    states: (t) => ({
      none: <Progress label={t('state.loading')} done={0} needed={15} text="0 / 15" />,
      some: <Progress label={t('state.loading')} done={6} needed={15} text="6 / 15" />,
      all: <Progress label={t('state.loading')} done={15} needed={15} text="15 / 15" />,
    }),
  },
]
