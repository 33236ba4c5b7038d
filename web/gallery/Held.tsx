import { type ReactNode, useState } from 'react'

type HeldProps<Value> = {
  readonly from: Value
  readonly children: (value: Value, change: (value: Value) => void) => ReactNode
}

export function Held<Value>({ from, children }: HeldProps<Value>) {
  const [value, setValue] = useState(() => from)
  return children(value, (next) => setValue(() => next))
}
