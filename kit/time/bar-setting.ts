import * as v from 'valibot'
import { setting } from '../store/settings.ts'
import { type Bar, bars } from './bars.ts'

export const bottomBar = setting<{ readonly bar: Bar; readonly choice: boolean }>({
  name: 'app.bar',
  narrowsWithdrawing: false,
  about:
    'The bottom bar: {"bar": "usual", "choice": true}. bar: usual, news or mining; choice: a holder may choose another one',
  initial: { bar: 'usual', choice: true },
  schema: v.strictObject({ bar: v.picklist(bars), choice: v.boolean() }),
})
