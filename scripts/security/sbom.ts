import { type LockedPackage, type LockFile, nameOf } from './lock-file.ts'

type Component = {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  /** `excluded`: used to build and test, not part of what runs. */
  readonly scope: 'required' | 'optional' | 'excluded'
  readonly licenses?: readonly { readonly expression: string }[]
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
}

function componentOf(place: string, { version = '', integrity, license, dev, optional }: LockedPackage): Component {
  const name = nameOf(place)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: dev ? 'excluded' : optional ? 'optional' : 'required',
    ...(license ? { licenses: [{ expression: license }] } : {}),
    ...(integrity
      ? {
          hashes: [
            { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
          ],
        }
      : {}),
  }
}

/** Every part of the product as the lock file names it, in the form of CycloneDX 1.6. The same lock file gives the same text. */
export function sbomOf({ packages }: LockFile, product: { readonly name: string; readonly version: string }) {
  const components = new Map<string, Component>()
  for (const [place, row] of Object.entries(packages)) {
    if (place === '') continue
    const component = componentOf(place, row)
    const known = components.get(component.purl)
    // What lies in two places is as needed as its more needed one.
    if (!known || (known.scope !== 'required' && component.scope === 'required'))
      components.set(component.purl, component)
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...product } },
    components: [...components.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
}
