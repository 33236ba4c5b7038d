/**
 * No password may consist of these product words, with or without a common ending. Add a word for each new coin or product line;
 * own-words.test.ts checks the coins.
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

const inRowMax = 3
const inRow = new RegExp(`^(?:${ownWords.join('|')}){1,${inRowMax}}$`)

export const isOwnWords = (text: string): boolean => inRow.test(text)
