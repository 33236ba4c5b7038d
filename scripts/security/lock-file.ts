export type LockedPackage = {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly license?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly dev?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}
export type LockFile = { readonly lockfileVersion: number; readonly packages: Readonly<Record<string, LockedPackage>> }

/** The only allowed registry, which is also npm's default. */
const registry = 'https://registry.npmjs.org/'

export const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

function problemsOf(place: string, row: LockedPackage): string[] {
  const { version = '', integrity, resolved, link, optional, os, cpu } = row
  const isOfAnotherPlatform = optional && (os || cpu)
  return [
    ...(link || !/^\d+\.\d+\.\d+/.test(version) ? ['is no released version of a package'] : []),
    ...(resolved && !resolved.startsWith(registry) ? [`comes from ${resolved}`] : []),
    // npm omits packages that a registry lacks. Their number is checked instead (`npm run fix -- lock`).
    ...(integrity ? [] : isOfAnotherPlatform ? [] : ['has no digest']),
    ...(integrity && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ? ['has a digest that is no SHA-512'] : []),
  ].map((problem) => `package-lock.json: ${nameOf(place)} ${problem}`)
}

export function lockProblems({ lockfileVersion, packages }: LockFile): string[] {
  const rows = Object.entries(packages).filter(([place]) => place !== '')
  const form = lockfileVersion === 3 && rows.length > 0 ? [] : ['package-lock.json: is not of form 3']
  return [...form, ...rows.flatMap(([place, row]) => problemsOf(place, row))]
}
