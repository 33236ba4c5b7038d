import { isChain, networkName } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { readReserveText } from '#proofs/reserves/reserves.ts'
import { Row } from '#ui/shell/List.tsx'
import { showCount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { hostOf } from '../checks/ask-node.ts'
import type { proofReserves } from '../reserves.contract.ts'
import { CheckChip } from './CheckChip.tsx'
import type { CheckState } from './checks.ts'
import type { NetworkReading, ReservesFound } from './reserves-found.ts'

export const nameOfNetwork = (chain: string): string => (isChain(chain) ? networkName(chain) : chain)

const chipOf: Readonly<Record<NetworkReading['is'], CheckState | 'said'>> = {
  waiting: 'waiting',
  read: 'right',
  now: 'right',
  less: 'open',
  said: 'said',
  wrong: 'wrong',
}

type NetworkRowsProps = {
  readonly data: OutputOf<typeof proofReserves>
  readonly found: ReservesFound
}
export function NetworkRows({ data: { latest, nodes }, found }: NetworkRowsProps) {
  const t = useText()
  if (!latest) return null
  return readReserveText(latest.reserves.text).chains.map(({ chain, block: number }) => {
    const reading = found.networks.get(chain)
    // We chose the node, so name it to the reader.
    const node = hostOf(nodes.find((each) => each.chain === chain)?.node ?? '')
    const block = showCount(number)
    const notes: Readonly<Record<NetworkReading['is'], string>> = {
      waiting: t('proof.net.waiting', { node }),
      read: t('proof.net.read', { node, block }),
      now: t('proof.net.now', { node, block }),
      less: t('proof.net.less', { node, block }),
      said: reading?.is === 'said' && reading.why === 'answer' ? t('proof.net.answer', { node }) : t('proof.net.node'),
      wrong: reading?.is === 'wrong' ? reading.detail : '',
    }
    return (
      reading && (
        <Row
          key={chain}
          title={t('proof.part.network', { network: nameOfNetwork(chain) })}
          note={notes[reading.is]}
          foot={<CheckChip state={chipOf[reading.is]} />}
        />
      )
    )
  })
}
