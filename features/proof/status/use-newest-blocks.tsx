import { useEffect, useState } from 'react'
import { type NetworkStatus, newestBlock } from './newest-block.ts'

export function useNewestBlocks(networks: readonly NetworkStatus[] | undefined): ReadonlyMap<string, number> {
  const [found, setFound] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    if (!networks) return
    let isOver = false
    void Promise.all(networks.map(async ({ chain, node }) => [chain, await newestBlock(node)] as const)).then(
      (heads) => {
        if (!isOver) setFound(new Map(heads.flatMap(([chain, head]) => (head === undefined ? [] : [[chain, head]]))))
      },
    )
    return () => {
      isOver = true
    }
  }, [networks])
  return found
}
