import { useEffect, useState } from 'react'
import { networkName } from '#kit/chain/chains.ts'
import { Note } from '#ui/show/Facts.tsx'
import { TransactionHash } from '#ui/text/TransactionHash.tsx'
import { useText } from '#ui/text/texts.ts'
import { hostOf } from './checks/ask-node.ts'
import { type ChainWord, digestOf, type Writing, wordOfChain } from './checks/chain-root.ts'

type Shown = { readonly day: string; readonly text: string; readonly written: readonly Writing[] }

export function ChainNote({ statement }: { statement: Shown }) {
  const t = useText()
  const word = useChainWord(statement)
  // Reserves the final height.
  if (word === 'asking') return <div className="min-h-22" />
  if (!word) return <Note tone="plain">{t('proof.chain_wait')}</Note>
  const { is, writing } = word
  const network = networkName(writing.chain)
  return (
    <div role={is === 'wrong' ? 'alert' : undefined}>
      <Note tone={is === 'wrong' ? 'neg' : is === 'read' ? 'accent' : 'plain'}>
        <span className="grid gap-1">
          <span>
            {t(`proof.chain_${is}`, { network })} {is === 'read' && <bdi>({hostOf(writing.node)})</bdi>}
          </span>
          <span className="flex items-center gap-2">
            <TransactionHash hash={writing.transaction} explorerUrl={writing.link} />
          </span>
        </span>
      </Note>
    </div>
  )
}

function useChainWord({ day, text, written }: Shown): ChainWord | 'asking' | undefined {
  const [word, setWord] = useState<ChainWord | 'asking' | undefined>('asking')
  const place = written[0]?.transaction
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written of a statement never changes, so it is named by its transaction.
  useEffect(() => {
    let isOver = false
    void digestOf(text)
      .then((digest) => wordOfChain(written, day, digest))
      .then((found) => {
        if (!isOver) setWord(found)
      })
    return () => {
      isOver = true
    }
  }, [text, place])
  return word
}
