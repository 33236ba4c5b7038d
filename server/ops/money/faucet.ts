import { keepWish } from '#custody/watching/deposits/deposits.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { chainCoin, chainIds, usualChain } from '#kit/chain/chains.ts'
import { randomHex } from '#kit/text/random.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { choiceOf, coinOf, unitsOf, walletOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

export const faucet: Verb = {
  words: 'faucet',
  guard: 'one',
  usage: '<wallet> <amount> <coin> [<network>]',
  summary: 'Sends test coins to the deposit address of a wallet, by a real transfer on the embedded chain. Demo only.',
  async run(operation) {
    if (!operation.demo) throw new UsageError('There is a faucet in a demo only.')
    const { id: walletId, serial } = await walletOf(operation.db, operation.args[0])
    const units = unitsOf(operation.args[1])
    const coin = coinOf(operation.args[2])
    const chain = operation.args[3] ? choiceOf(operation.args[3], chainIds, 'network') : usualChain(coin)
    if (!chainCoin(chain, coin)) throw new UsageError(`${coin} does not travel on ${chain}.`)
    await makeChange(operation, {
      movesMoney: false,
      will: [`send ${showUnits(units)} ${coin} on ${chain} to wallet ${walletId}`],
      async apply(tx) {
        const address = await depositAddressOf(tx, walletId, serial)
        if (!address) throw new UsageError('No chain is connected yet: start the product once with npm start.')
        const at = operation.clock.now()
        const wish = await keepWish(tx, { key: `ops:${randomHex(12)}`, walletId, chain, coin, units, at })
        return [`gift ${wish} waits for the worker, which sends it to ${address}`]
      },
    })
  },
}
