import { type LockedPackage, type LockFile, nameOf } from './lock-file.ts'

type Component = {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  /** `excluded`: needed only for builds and tests. */
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

/** CycloneDX 1.6. The same lock file always gives the same text. */
export function sbomOf({ packages }: LockFile, product: { readonly name: string; readonly version: string }) {
  const components = new Map<string, Component>()
  for (const [place, row] of Object.entries(packages)) {
    if (place === '') continue
    const component = componentOf(place, row)
    const known = components.get(component.purl)
    // A package installed twice keeps its stronger scope.
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
