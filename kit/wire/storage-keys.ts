/**
 * The browser's stored keys: the spec's name behind ours. Every value but `boot` is encrypted under a device key and bound to its
 * own name, so that a value moved to another name does not open.
 */
export const storageKeys = {
  /** The language the system speaks. */
  systemLanguage: 'sys_lang',
  /** The line chosen, as a base address. */
  line: 'baseUrl',
  /** The language the person chose, by its wire name. */
  language: 'lang',
  requestToken: 'req-token',
  /** When the request token was fetched, milliseconds. */
  requestTokenAt: 'req-times',
  userToken: 'xwdjq_token',
  walletToken: 'xwdjq_token1',
  /** The wallet signed in. */
  walletId: 'user_id',
  /** The wallets of this device. */
  wallets: 'login_His',
  /** Whether an authenticator was bound, when last known. */
  googleBound: 'bindCheck',
  /** The e-mail bound, when last known. */
  boundEmail: 'bindEmail',
  /** The signer's key for deposit addresses, pinned for the whole installation. */
  depositKeys: 'deposit_keys',
  /** The newest head of the operators' log that was checked here. */
  logHead: 'log_head',
  /** The newest row of the log of queues that was checked here. */
  queueHead: 'queue_head',
  /** The newest statement of what is owed that was checked here. */
  ownProof: 'own_proof',
  /** What each wallet calls the wallets it pays. */
  contacts: 'contacts',
  /** What was typed into forms and not sent yet, by wallet. */
  drafts: 'drafts',
  /** The next recovery-phrase check of each wallet on this device. */
  drills: 'word_drills',
  /** Whether a passkey was offered on this device. */
  passkeyOffered: 'passkey_offered',
  /** Whether notifications, and the installation, were offered on this device. */
  pushOffered: 'push_offered',
  installOffered: 'install_offered',
  /** The wallet this device gets push messages for. */
  pushFor: 'push_for',
  /** Plain text, the one exception: language and theme, needed before scripts run. */
  boot: 'boot',
} as const

export type StorageName = keyof typeof storageKeys
