/**
 * The address in what was scanned or pasted: bare, or in a payment URI (EIP-681 `ethereum:…`, `tron:…`). In the call of a token the
 * receiver is its parameter, and not the contract that stands first.
 */
export function addressIn(text: string): string {
  const plain = text.replace(/\s/g, '')
  const [, uri = ''] = /^(?:ethereum:(?:pay-)?|tron:)(.*)$/i.exec(plain) ?? []
  if (uri === '') return plain
  const [path = '', query = ''] = uri.split('?')
  const [target = '', called] = path.split('/')
  if (called === undefined) return target.replace(/@.*$/, '')
  // Another call, or one without a receiver, is no payment: left whole, it is refused as an address.
  return (called === 'transfer' && new URLSearchParams(query).get('address')) || plain
}
