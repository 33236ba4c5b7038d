/** A package as the lock file names it. */
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

/** The one registry a lock file may name; it is the one npm means where it names none. */
const registry = 'https://registry.npmjs.org/'

/** The name of a package by where it lies. */
export const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** What is wrong with a package: it has no digest, or it comes from another place than the registry. */
function problemsOf(place: string, row: LockedPackage): string[] {
  const { version = '', integrity, resolved, link, optional, os, cpu } = row
  const isOfAnotherPlatform = optional && (os || cpu)
  return [
    ...(link || !/^\d+\.\d+\.\d+/.test(version) ? ['is no released version of a package'] : []),
    ...(resolved && !resolved.startsWith(registry) ? [`comes from ${resolved}`] : []),
    // Npm leaves out what a registry does not carry; that is told by the number of them (`npm run lock`).
    ...(integrity ? [] : isOfAnotherPlatform ? [] : ['has no digest']),
    ...(integrity && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ? ['has a digest that is no SHA-512'] : []),
  ].map((problem) => `package-lock.json: ${nameOf(place)} ${problem}`)
}

/** What is wrong with a lock file. */
export function lockProblems({ lockfileVersion, packages }: LockFile): string[] {
  const rows = Object.entries(packages).filter(([place]) => place !== '')
  const form = lockfileVersion === 3 && rows.length > 0 ? [] : ['package-lock.json: is not of form 3']
  return [...form, ...rows.flatMap(([place, row]) => problemsOf(place, row))]
}
