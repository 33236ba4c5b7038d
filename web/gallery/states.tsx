import { CallFailure } from '#kit/wire/call-failure.ts'
import { PendingRow } from '#ui/call/PendingRows.tsx'
import type { PendingState } from '#ui/call/pending.ts'
import { StorageNote } from '#ui/device/StorageNote.tsx'
import { Nowhere } from '#ui/shell/Nowhere.tsx'
import { AsOf, EmptyState, ErrorState, ReadState, Skeleton, SkeletonRows } from '#ui/show/State.tsx'
import { SupportFor } from '#ui/show/SupportFor.tsx'
import { ClosingNote } from '#ui/text/ClosingNote.tsx'
import { FailedNote } from '#ui/text/FailedNote.tsx'
import { nothing, type Part, samples } from './part.ts'

const read = {
  data: undefined,
  error: null,
  isPending: false,
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: async () => undefined,
}
const offline = new CallFailure('network', 'network.later')
const ways: readonly PendingState[] = ['waiting', 'done', 'refused', 'never', 'unknown']

export const states: readonly Part[] = [
  {
    name: 'State',
    states: (t) => ({
      Skeleton: <Skeleton />,
      SkeletonRows: <SkeletonRows rows={2} />,
      EmptyState: <EmptyState>{t('title.records')}</EmptyState>,
      ErrorState: <ErrorState error={offline} onRetry={nothing} />,
      AsOf: <AsOf read={{ dataUpdatedAt: new Date(samples.moment).getTime(), error: offline }} />,
      'ReadState being read': <ReadState read={read}>{nothing}</ReadState>,
      'ReadState failed': <ReadState read={{ ...read, error: offline }}>{nothing}</ReadState>,
      'ReadState old': (
        <ReadState read={{ ...read, data: t('network.later'), error: offline, dataUpdatedAt: 1 }}>
          {(data) => <p>{data}</p>}
        </ReadState>
      ),
    }),
  },
  { name: 'Nowhere', states: () => ({ 'no number': <Nowhere /> }) },
  { name: 'StorageNote', states: () => ({ 'not backed up': <StorageNote backedUp={false} /> }) },
  {
    name: 'PendingRows',
    states: (t) =>
      Object.fromEntries(
        ways.map((state) => [
          state,
          <PendingRow
            key={state}
            row={{
              key: state,
              owner: '',
              at: 0,
              what: t('title.withdraw'),
              amount: '50.00 USDT',
              state,
              why: t('network.later'),
            }}
          />,
        ]),
      ),
  },
  {
    name: 'ClosingNote',
    states: (t) => ({ closed: <ClosingNote closing={{ until: samples.moment, reason: t('network.later') }} /> }),
  },
  {
    name: 'FailedNote',
    states: (t) => ({ failed: <FailedNote failed={{ key: 'bug', text: t('network.later'), failure: offline }} /> }),
  },
  {
    name: 'SupportFor',
    states: () => ({ failure: <SupportFor failure={new CallFailure(403, 'identity.wallet_suspended')} /> }),
  },
]
