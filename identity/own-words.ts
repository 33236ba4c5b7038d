/**
 * Words of this product, which nobody's password may consist of, with or without a usual ending: its names, its coins, its lines, and whom
 * one meets in it. Whoever adds a coin or a line adds its word; own-words.test.ts asks for the coins.
 */
export const ownWords: readonly string[] = [
  ...[
    'glasshouse',
    'glass',
    'house',
    'wallet',
    'walletid',
    'mywallet',
    'identity',
    'mnemonic',
    'phrase',
    'seed',
    'backup',
  ],
  ...['usdt', 'wld', 'atmc', 'atmx', 'btc', 'eth', 'bnb', 'trx', 'tron', 'bsc', 'coin', 'token', 'crypto'],
  ...['power', 'computing', 'credit', 'star', 'team', 'reward', 'invite', 'sponsor'],
  ...[
    'dual',
    'lockup',
    'pool',
    'liquidity',
    'package',
    'fund',
    'machine',
    'node',
    'mining',
    'miner',
    'invest',
    'order',
  ],
  ...[
    'recharge',
    'deposit',
    'withdraw',
    'withdrawal',
    'transfer',
    'exchange',
    'market',
    'trade',
    'otc',
    'chat',
    'proof',
  ],
  ...['operator', 'approver', 'support', 'service', 'admin', 'owner', 'holder'],
]

/** At most so many of them in a row: glasshousewallet. */
const inRowMax = 3
const inRow = new RegExp(`^(?:${ownWords.join('|')}){1,${inRowMax}}$`)

/** Whether a text, in small letters, is nothing but words of this product. */
export const isOwnWords = (text: string): boolean => inRow.test(text)
