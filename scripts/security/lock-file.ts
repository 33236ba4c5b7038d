export type LockedPackage = {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  /** Its digest is the one of the package around it. */
  readonly inBundle?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
export type LockFile = { readonly lockfileVersion: number; readonly packages: Readonly<Record<string, LockedPackage>> }

/** The only allowed registry, which is also npm's default. */
const registry = 'https://registry.npmjs.org/'

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

function problemsOf(place: string, { version = '', integrity, resolved, link, inBundle }: LockedPackage): string[] {
  return [
    ...(link || !/^\d+\.\d+\.\d+/.test(version) ? ['is no released version of a package'] : []),
    ...(resolved && !resolved.startsWith(registry) ? [`comes from ${resolved}`] : []),
    ...(integrity || inBundle ? [] : ['has no digest']),
    ...(integrity && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ? ['has a digest that is no SHA-512'] : []),
  ].map((problem) => `package-lock.json: ${nameOf(place)} ${problem}`)
}

/** npm omits packages of other platforms that a registry lacks, and `npm ci` then rejects the file there. */
function omitted({ packages }: LockFile): string[] {
  const names = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  const known = new Set(Object.keys(packages).map(nameOf))
  return names.filter((name) => !known.has(name)).map((name) => `package-lock.json: ${name} is missing`)
}

export function lockProblems(lock: LockFile): string[] {
  const rows = Object.entries(lock.packages).filter(([place]) => place !== '')
  const form = lock.lockfileVersion === 3 && rows.length > 0 ? [] : ['package-lock.json: is not of form 3']
  return [...form, ...rows.flatMap(([place, row]) => problemsOf(place, row)), ...omitted(lock)]
}
