import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { alertSides } from '#market/feeds/alerts.ts'

const alertRow = v.object({
  id: v.number(),
  exchangeId: v.number(),
  base: f.coin,
  quoted: f.coin,
  /** above: at this price or more · below: at this price or less */
  side: v.picklist(alertSides),
  /** Base coins per quoted coin. */
  price: f.exactAmount,
  madeAt: f.moment,
  /** Null while the alert waits. */
  reachedAt: v.nullable(f.moment),
})

/** A reached alert stays until the holder deletes it. */
export const priceAlerts = contract({
  method: 'GET',
  path: '/exchange/alerts',
  access: 'session',
  summary: 'Lists the wallet’s price alerts, newest first, and the maximum number allowed.',
  input: f.nothing,
  output: v.object({ items: v.array(alertRow), most: v.number() }),
  failures: [],
  always: true,
  evenWhenStopped: true,
})
export type AlertRow = v.InferOutput<typeof alertRow>

/** Notifies once, when a future trade reaches the price. */
export const addPriceAlert = contract({
  method: 'POST',
  path: '/exchange/alert-add',
  access: 'session',
  summary: 'Creates a price alert that notifies the wallet once when a pair reaches the given price.',
  input: v.object({
    exchangeId: f.wholeNumber,
    side: v.pipe(v.string('format'), v.picklist(alertSides, 'format')),
    price: v.pipe(
      v.string('format'),
      v.minLength(1, 'required'),
      v.regex(/^(?=.*[1-9])\d{1,6}(\.\d{1,8})?$/, 'format'),
    ),
  }),
  output: alertRow,
  failures: ['exchange.pair_missing', 'alerts.too_many', 'alerts.no_price', 'alerts.reached'],
  always: true,
  evenWhenStopped: true,
})

export const dropPriceAlert = contract({
  method: 'POST',
  path: '/exchange/alert-drop',
  access: 'session',
  summary: 'Deletes a price alert.',
  input: v.object({ id: f.wholeNumber }),
  output: f.nothing,
  failures: ['request.data_missing'],
  always: true,
  evenWhenStopped: true,
})
