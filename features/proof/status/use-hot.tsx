import { useEffect, useState } from 'react'
import { call } from '#ui/call/call.ts'
import { checkApart } from '../checks/check-apart.tsx'
import { isOtherKey } from '../checks/kept-key.tsx'
import { proofHot } from '../reserves.contract.ts'
import { type HotReading, readHot } from './read-hot.ts'

type Asked = { readonly reading: HotReading; readonly node: string }
export type HotFound = { readonly chains: ReadonlyMap<string, Asked>; readonly wrong?: string | undefined }

const nothing: HotFound = { chains: new Map() }

/** @param key identifies our report */
export function useHot(key: string): HotFound {
  const [found, setFound] = useState<HotFound>(nothing)
  useEffect(() => {
    if (!key) return
    let isOver = false
    void readAll()
      .catch(() => nothing)
      .then((read) => {
        if (!isOver) setFound(read)
      })
    return () => {
      isOver = true
    }
  }, [key])
  return found
}

async function readAll(): Promise<HotFound> {
  const { latest, nodes } = await call(proofHot, {}, { quiet: true })
  if (!latest) return nothing
  if (await isOtherKey(latest.publicKey)) return { ...nothing, wrong: 'another key' }
  const checked = await checkApart({ hot: latest })
  if (checked.is === 'wrong') return { ...nothing, wrong: checked.detail }
  const read = await Promise.all(
    checked.chains.map(async (part) => {
      const node = nodes.find(({ chain }) => chain === part.chain)?.node ?? ''
      return [part.chain, { node, reading: await readHot(part, node, checked.payers) }] as const
    }),
  )
  const wrong = read.flatMap(([chain, { reading }]) => (reading.is === 'wrong' ? [`${chain}: ${reading.detail}`] : []))
  return { chains: new Map(read), wrong: wrong[0] }
}
