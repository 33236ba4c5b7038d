import type { Implementation } from '#kit/wire/implement.api.ts'
import { accelerationCalls } from './acceleration/acceleration.api.ts'
import { drawCalls } from './draw/draw.api.ts'
import { fundCalls } from './fund/fund.api.ts'
import { gateCalls } from './gates/gates.api.ts'
import { machineCalls } from './machines/machines.api.ts'
import { nodeCalls } from './nodes/nodes.api.ts'
import { leavingCalls } from './orders/leaving/leaving.api.ts'
import { orderCalls } from './orders/orders.api.ts'
import { runningCalls } from './orders/running.api.ts'
import { exchangeAndBuyCalls } from './products/exchange-and-buy.api.ts'
import { productCalls } from './products/products.api.ts'
import { reservationCalls } from './reservations/reservations.api.ts'
import { resultCalls } from './results/results.api.ts'

export const investingCalls: readonly Implementation[] = [
  ...productCalls,
  ...exchangeAndBuyCalls,
  ...orderCalls,
  ...leavingCalls,
  ...machineCalls,
  ...nodeCalls,
  ...runningCalls,
  ...gateCalls,
  ...reservationCalls,
  ...accelerationCalls,
  ...drawCalls,
  ...fundCalls,
  ...resultCalls,
]
