export const money = async () => (await import('#features/proof/money/MoneyScreen.tsx')).MoneyScreen
export const queue = async () => (await import('./ProofQueueScreen.tsx')).ProofQueueScreen
export const status = async () => (await import('#features/proof/status/StatusScreen.tsx')).StatusScreen
export const pools = async () => (await import('#features/proof/pools/PoolsScreen.tsx')).PoolsScreen
