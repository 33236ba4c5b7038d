export type Offer = 'passkey' | 'push' | 'install'

const order = ['passkey', 'push', 'install'] as const satisfies readonly Offer[]

type OfferPorts = {
  can(offer: Offer): boolean | Promise<boolean>
  wasMade(offer: Offer): Promise<boolean>
}

export async function nextOffer({ can, wasMade }: OfferPorts): Promise<Offer | undefined> {
  for (const offer of order) if (!(await wasMade(offer)) && (await can(offer))) return offer
  return undefined
}
