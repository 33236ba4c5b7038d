import type { Db } from '#kit/store/db.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { keepDepositCertificate, uncertifiedAddresses } from '#outside/chains/keys/deposit-address.store.ts'
import { DayIsFull, SignerRefused } from '#outside/chains/signer/signer-refused.ts'

const addressesMax = 100

/**
 * Gets certificates for new deposit addresses. The signer derives each address and certifies none that differs from the database. @throws
 * naming the first problem, after all were tried.
 */
export async function certifyAddresses({ db, chains }: { readonly db: Db; readonly chains: Chains }): Promise<void> {
  const problems: string[] = []
  for (const each of await uncertifiedAddresses(db, addressesMax)) {
    const { walletId, family, index, address } = each
    const asked = { walletId, family, index: Number(index) }
    const said = await chains.signer.certifyDeposit(asked).catch((error: unknown) => {
      if (error instanceof SignerRefused && !(error instanceof DayIsFull)) return undefined
      throw error
    })
    if (said?.address === address) await keepDepositCertificate(db, each, said)
    else problems.push(`${family} ${walletId}`)
  }
  if (problems.length > 0) throw new Error(`the signer does not know these deposit addresses: ${problems.join(', ')}`)
}
