import type { ComponentType } from 'react'
import type { IconName } from '#ui/picture/icons.ts'
import type { TextId } from '#ui/text/texts.ts'

/** `begin` starts reads. */
export type ScreenComponent = ComponentType & { readonly begin?: () => void }

type Route = {
  readonly load: () => Promise<ScreenComponent>
  readonly title: TextId
  /** Who may open the screen. Omitted: anyone · `session`: signed-in users · `guest`: signed-out users. */
  readonly guard?: 'session' | 'guest'
  /** Tab in the bottom bar, in table order. */
  readonly tab?: { readonly icon: IconName; readonly label: TextId }
}

/** All screens by the spec's paths. */
const table = {
  '/': {
    load: async () => (await import('./screens/StartScreen.tsx')).StartScreen,
    title: 'title.start',
    guard: 'guest',
  },
  '/pages/start/index': {
    load: async () => (await import('./screens/StartScreen.tsx')).StartScreen,
    title: 'title.start',
    guard: 'guest',
  },
  '/pages/login/index': {
    load: async () => (await import('#features/onboarding/sign-in/LoginScreen.tsx')).LoginScreen,
    title: 'title.login',
  },
  '/pages/login/create': {
    load: async () => (await import('#features/onboarding/CreateScreen.tsx')).CreateScreen,
    title: 'title.create',
  },
  '/pages/login/import': {
    load: async () => (await import('#features/onboarding/sign-in/RestoreScreen.tsx')).RestoreScreen,
    title: 'title.import',
  },
  '/pages/back/index': {
    load: async () => (await import('#features/onboarding/backup/BackUpScreen.tsx')).BackUpScreen,
    title: 'title.backup',
    guard: 'session',
  },
  '/pages/back/step1': {
    load: async () => (await import('#features/onboarding/backup/BackUpWordsScreen.tsx')).BackUpWordsScreen,
    title: 'title.backup',
    guard: 'session',
  },
  '/pages/back/step2': {
    load: async () => (await import('#features/onboarding/backup/BackUpCheckScreen.tsx')).BackUpCheckScreen,
    title: 'title.backup',
    guard: 'session',
  },
  '/pages/back/drill': {
    load: async () => (await import('#features/onboarding/drill/DrillScreen.tsx')).DrillScreen,
    title: 'drill.title',
    guard: 'session',
  },
  '/pages/index/index': {
    load: async () => (await import('./screens/home/HomeScreen.tsx')).HomeScreen,
    title: 'title.home',
    tab: { icon: 'home', label: 'tab.home' },
  },
  '/pages/invest/index': {
    load: async () => (await import('#features/investing/InvestScreen.tsx')).InvestScreen,
    title: 'title.invest',
    tab: { icon: 'invest', label: 'tab.invest' },
  },
  '/pages/invest/detail': {
    load: async () => (await import('./screens/InvestDetailScreen.tsx')).InvestDetailScreen,
    title: 'title.invest_detail',
  },
  '/pages/invest/logs': {
    load: async () => (await import('#features/investing/InvestLogsScreen.tsx')).InvestLogsScreen,
    title: 'title.invest_logs',
    guard: 'session',
  },
  '/pages/invest/history': {
    load: async () => (await import('#features/investing/orders/InvestHistoryScreen.tsx')).InvestHistoryScreen,
    title: 'title.invest_history',
    guard: 'session',
  },
  '/pages/finance/index': {
    load: async () => (await import('#features/investing/FinanceScreen.tsx')).FinanceScreen,
    title: 'title.finance',
  },
  '/pages/mining/index': {
    load: async () => (await import('#features/power/MiningScreen.tsx')).MiningScreen,
    title: 'title.mining',
    guard: 'session',
  },
  '/pages/mining/mining': {
    load: async () => (await import('#features/power/MiningScreen.tsx')).MiningScreen,
    title: 'title.mining',
    guard: 'session',
  },
  '/pages/game/game': {
    load: async () => (await import('#features/investing/draw/DrawScreen.tsx')).DrawScreen,
    title: 'title.draw',
    guard: 'session',
  },
  '/pages/exchange/index': {
    load: async () => (await import('./screens/ExchangeScreen.tsx')).ExchangeScreen,
    title: 'tab.exchange',
    tab: { icon: 'swap', label: 'tab.exchange' },
  },
  '/pages/wallet/index': {
    load: async () => (await import('./screens/WalletScreen.tsx')).WalletScreen,
    title: 'title.wallet',
    guard: 'session',
    tab: { icon: 'wallet', label: 'tab.wallet' },
  },
  '/pages/wallet/token': {
    load: async () => (await import('#features/balances/TokenScreen.tsx')).TokenScreen,
    title: 'title.wallet',
    guard: 'session',
  },
  '/pages/wallet/logs': {
    load: async () => (await import('#features/balances/records/RecordsScreen.tsx')).RecordsScreen,
    title: 'title.records',
    guard: 'session',
  },
  '/pages/wallet/info': {
    load: async () => (await import('#features/balances/records/RecordScreen.tsx')).RecordScreen,
    title: 'title.record',
    guard: 'session',
  },
  '/pages/wallet/chain': {
    load: async () => (await import('./screens/ChainScreen.tsx')).ChainScreen,
    title: 'chain.title',
    guard: 'session',
  },
  '/pages/wallet/recharge': {
    load: async () => (await import('#features/deposits/DepositScreen.tsx')).DepositScreen,
    title: 'title.recharge',
    guard: 'session',
  },
  '/pages/wallet/withdraw': {
    load: async () => (await import('#features/withdrawals/WithdrawalScreen.tsx')).WithdrawalScreen,
    title: 'title.withdraw',
    guard: 'session',
  },
  '/pages/wallet/conver': {
    load: async () => (await import('#features/transfers/TransferScreen.tsx')).TransferScreen,
    title: 'transfer.title',
    guard: 'session',
  },
  '/pages/chat/index': {
    load: async () => (await import('#features/chat/ChatScreen.tsx')).ChatScreen,
    title: 'title.chat',
  },
  '/pages/otc/index': {
    load: async () => (await import('./screens/OtcMarketScreen.tsx')).OtcMarketScreen,
    title: 'otc.title',
    guard: 'session',
  },
  '/pages/otc/take': {
    load: async () => (await import('#features/otc/orders/TakeScreen.tsx')).TakeScreen,
    title: 'otc.take_title',
    guard: 'session',
  },
  '/pages/otc/ads': {
    load: async () => (await import('#features/otc/ads/AdsScreen.tsx')).AdsScreen,
    title: 'otc.my_ads',
    guard: 'session',
  },
  '/pages/otc/ad': {
    load: async () => (await import('#features/otc/ads/AdFormScreen.tsx')).AdFormScreen,
    title: 'otc.post',
    guard: 'session',
  },
  '/pages/otc/orders': {
    load: async () => (await import('#features/otc/orders/OrdersScreen.tsx')).OrdersScreen,
    title: 'otc.orders',
    guard: 'session',
  },
  '/pages/otc/order': {
    load: async () => (await import('./screens/OtcOrderScreen.tsx')).OtcOrderScreen,
    title: 'otc.order_title',
    guard: 'session',
  },
  '/pages/otc/dispute': {
    load: async () => (await import('#features/otc/orders/DisputeScreen.tsx')).DisputeScreen,
    title: 'otc.dispute_title',
    guard: 'session',
  },
  '/pages/my/settings': {
    load: async () => (await import('./screens/MyScreen.tsx')).MyScreen,
    title: 'title.my',
  },
  '/pages/my/my': {
    load: async () => (await import('./screens/MyScreen.tsx')).MyScreen,
    title: 'title.my',
  },
  '/pages/my/language': {
    load: async () => (await import('#features/profile/LanguageScreen.tsx')).LanguageScreen,
    title: 'title.language',
  },
  '/pages/my/account': {
    load: async () => (await import('#features/profile/AccountScreen.tsx')).AccountScreen,
    title: 'title.account',
    guard: 'session',
  },
  '/pages/my/info': {
    load: async () => (await import('#features/profile/InfoScreen.tsx')).InfoScreen,
    title: 'title.info',
    guard: 'session',
  },
  '/pages/my/nickname': {
    load: async () => (await import('#features/profile/NicknameScreen.tsx')).NicknameScreen,
    title: 'title.nickname',
    guard: 'session',
  },
  '/pages/update/index': {
    load: async () => (await import('#features/updates/UpdateScreen.tsx')).UpdateScreen,
    title: 'title.update',
  },
  '/pages/my/linkChange': {
    load: async () => (await import('#features/profile/EndpointsScreen.tsx')).EndpointsScreen,
    title: 'title.lines',
  },
  '/pages/my/child': {
    load: async () => (await import('#features/team/ReferralsScreen.tsx')).ReferralsScreen,
    title: 'title.referrals',
    guard: 'session',
  },
  '/pages/profit/index': {
    load: async () => (await import('#features/team/IncomeScreen.tsx')).IncomeScreen,
    title: 'title.profit',
    guard: 'session',
  },
  '/pages/profit/invite': {
    load: async () => (await import('#features/team/InvitationIncomeScreen.tsx')).InvitationIncomeScreen,
    title: 'title.profit_invite',
    guard: 'session',
  },
  '/pages/profit/community': {
    load: async () => (await import('#features/team/CommunityScreen.tsx')).CommunityScreen,
    title: 'title.community',
    guard: 'session',
  },
  '/pages/profit/platform': {
    load: async () => (await import('#features/team/PlatformScreen.tsx')).PlatformScreen,
    title: 'title.platform',
    guard: 'session',
  },
  '/pages/profit/under': {
    load: async () => (await import('#features/team/UnderScreen.tsx')).UnderScreen,
    title: 'title.under',
    guard: 'session',
  },
  '/pages/invite/index': {
    load: async () => (await import('#features/team/InviteScreen.tsx')).InviteScreen,
    title: 'title.invite',
    guard: 'session',
  },
  '/pages/my/security': {
    load: async () => (await import('#features/security/SecurityScreen.tsx')).SecurityScreen,
    title: 'title.security',
    guard: 'session',
  },
  '/pages/my/google': {
    load: async () => (await import('#features/security/GoogleScreen.tsx')).GoogleScreen,
    title: 'title.google',
    guard: 'session',
  },
  '/pages/my/bind': {
    load: async () => (await import('#features/security/BindScreen.tsx')).BindScreen,
    title: 'title.bind',
    guard: 'session',
  },
  '/pages/my/push': {
    load: async () => (await import('#features/news/push/PushScreen.tsx')).PushScreen,
    title: 'title.push',
    guard: 'session',
  },
  '/pages/my/password': {
    load: async () => (await import('#features/security/PasswordScreen.tsx')).PasswordScreen,
    title: 'title.password',
    guard: 'session',
  },
  '/pages/my/address': {
    load: async () => (await import('#features/withdrawals/addresses/AddressesScreen.tsx')).AddressesScreen,
    title: 'title.addresses',
    guard: 'session',
  },
  '/pages/notice/index': {
    load: async () => (await import('#features/news/NoticesScreen.tsx')).NoticesScreen,
    title: 'title.notices',
  },
  '/pages/notice/info': {
    load: async () => (await import('#features/news/NoticeScreen.tsx')).NoticeScreen,
    title: 'title.notice',
  },
  '/pages/news/index': {
    load: async () => (await import('#features/news/NewsScreen.tsx')).NewsScreen,
    title: 'title.news',
  },
  '/pages/article/index': {
    load: async () => (await import('#features/news/ArticleScreen.tsx')).ArticleScreen,
    title: 'title.article',
  },
  '/pages/ecology/index': {
    load: async () => (await import('#features/news/EcologyScreen.tsx')).EcologyScreen,
    title: 'title.ecology',
  },
  '/pages/web/index': {
    load: async () => (await import('#features/news/WebScreen.tsx')).WebScreen,
    title: 'title.web',
  },
  '/pages/proof/index': {
    load: async () => (await import('./screens/proof/ProofIndexScreen.tsx')).ProofIndexScreen,
    title: 'title.proof',
  },
  '/pages/proof/mine': {
    load: async () => (await import('./screens/proof/MyProofScreen.tsx')).MyProofScreen,
    title: 'title.proof_mine',
    guard: 'session',
  },
  '/pages/proof/reserves': {
    load: async () => (await import('#features/proof/ReservesScreen.tsx')).ReservesScreen,
    title: 'title.reserves',
  },
  '/pages/proof/changes': {
    load: async () => (await import('#features/proof/ChangesScreen.tsx')).ChangesScreen,
    title: 'title.changes',
  },
  '/pages/proof/pools': {
    load: async () => (await import('./screens/proof/glass-screens.ts')).pools(),
    title: 'title.pools',
  },
  '/pages/proof/status': {
    load: async () => (await import('./screens/proof/glass-screens.ts')).status(),
    title: 'title.status',
  },
  '/pages/proof/queue': {
    load: async () => (await import('./screens/proof/glass-screens.ts')).queue(),
    title: 'title.queue',
  },
  '/pages/proof/money': {
    load: async () => (await import('./screens/proof/glass-screens.ts')).money(),
    title: 'title.money',
  },
} as const satisfies Record<string, Route>

export type RoutePath = keyof typeof table
/** No prototype: the address is untrusted, and `constructor` must match nothing. */
export const routes: Readonly<Record<string, Route>> = Object.assign(Object.create(null), table)
export const missing: Route = {
  load: async () => (await import('./screens/MissingScreen.tsx')).MissingScreen,
  title: 'title.missing',
}
export const homePath = '/pages/index/index'
export const signInPath = '/pages/login/index'

declare module '#ui/shell/navigation.ts' {
  interface AppPaths extends Record<RoutePath, true> {}
}
