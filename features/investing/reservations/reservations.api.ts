import { fail } from '#kit/failure.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import {
  cancelReservation,
  listQueueLog,
  listReservations,
  payReservation,
  reserveOrder,
} from './reservations.contract.ts'

const notYet = async () => fail('request.feature_off')

export const reservationCalls: readonly Implementation[] = [
  implement(reserveOrder, notYet),
  implementRead(listReservations, notYet),
  implement(payReservation, notYet),
  implement(cancelReservation, notYet),
  implementRead(listQueueLog, notYet),
]
