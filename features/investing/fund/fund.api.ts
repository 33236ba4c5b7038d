import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { loadDividends, loadFund } from '#products/lines/fund/fund-view.store.ts'
import { loadProducts } from '#products/orders/products.store.ts'
import { listDividends, listFunds } from './fund.contract.ts'

const pageSize = 20

const listFundsApi = implementRead(listFunds, async (_, { db, walletId, now }) => {
  const funds = (await loadProducts(db)).filter(({ line }) => line === 'fund')
  return { items: await Promise.all(funds.map((product) => loadFund(db, product, walletId, now))) }
})

const listDividendsApi = implementRead(listDividends, ({ kind, cursor }, { db, walletId }) =>
  loadDividends(db, walletId, kind, { cursor, limit: pageSize }),
)

export const fundCalls: readonly Implementation[] = [listFundsApi, listDividendsApi]
