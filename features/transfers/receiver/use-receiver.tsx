import { useEffect, useState } from 'react'
import { parseWalletId } from '#identity/wallet-id.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { askAgain, useRead } from '#ui/call/use-call.ts'
import { useFailureText } from '#ui/call/use-failure-text.ts'
import { transferTarget } from '../transfers.contract.ts'
import { useRecheck } from './use-recheck.tsx'

const idLength = 10

type Refused = { readonly id: string; readonly by: CallFailure }
const isRefusal = (error: unknown): error is CallFailure => error instanceof CallFailure && error.code !== 'network'

/** A refused wallet may become payable, e.g. after its backup, so recheck it. */
export function useReceiver(typed: string) {
  const id = parseWalletId(typed)
  const read = useRead(transferTarget, { receiverId: id ?? '' }, { enabled: id !== undefined })
  const { data, error } = read
  const [refused, setRefused] = useState<Refused | undefined>()
  useEffect(() => {
    if (id === undefined || data) setRefused(undefined)
    else if (isRefusal(error))
      // A rate limit says nothing about the wallet.
      setRefused((before) => (before?.id === id && error.key === 'request.too_often' ? before : { id, by: error }))
  }, [id, data, error])
  // Keep the refusal during the next check.
  const refusal = refused?.id === id && !data ? refused?.by : undefined
  useRecheck(refusal !== undefined, read.refetch)
  const cause = id === undefined || data ? null : isRefusal(error) || !error ? (refusal ?? error) : error
  return {
    id,
    isMistyped: id === undefined && typed.replace(/[\s-]/g, '').length >= idLength,
    receiver: id === undefined ? undefined : data,
    isAsking: id !== undefined && read.isPending && !cause,
    /** The error covers unknown wallets and wallets without a backup, which may become payable. */
    mayComeLater: refusal?.key === 'funds.receiver_unknown',
    isRefused: refusal !== undefined,
    again: id === undefined || data ? undefined : askAgain(read),
    failure: useFailureText(cause),
  }
}
export type Found = ReturnType<typeof useReceiver>
