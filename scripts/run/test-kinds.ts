export type Opened = 'a database' | 'a process or a chain' | 'a page'
export type TestKind = {
  /** Project name in vitest.config.ts. */
  readonly name: 'journeys' | 'sim' | 'node' | 'db' | 'screens' | 'rules'
  readonly endings: readonly string[]
  readonly may: readonly Opened[]
}

/** Test kinds by file name ending. The first match counts. */
export const testKinds: readonly TestKind[] = [
  { name: 'journeys', endings: ['.spec.ts'], may: ['a database', 'a process or a chain', 'a page'] },
  { name: 'sim', endings: ['.sim.test.ts', '.sim.test.tsx'], may: ['a database', 'a process or a chain', 'a page'] },
  { name: 'node', endings: ['.node.test.ts'], may: ['a database', 'a process or a chain'] },
  { name: 'db', endings: ['.db.test.ts', '.store.test.ts', '.api.test.ts', '.job.test.ts'], may: ['a database'] },
  { name: 'screens', endings: ['.test.tsx'], may: ['a page'] },
  { name: 'rules', endings: ['.test.ts'], may: [] },
]

export const kindOfTest = (path: string): TestKind | undefined =>
  testKinds.find(({ endings }) => endings.some((ending) => path.endsWith(ending)))

/** Excludes files of an earlier kind. */
export function filesOf(kind: TestKind): { include: string[]; exclude: string[] } {
  const before = testKinds.slice(0, testKinds.indexOf(kind))
  const globs = (kinds: readonly TestKind[]) => kinds.flatMap(({ endings }) => endings.map((ending) => `**/*${ending}`))
  return { include: globs([kind]), exclude: ['node_modules/**', 'dist/**', 'data/**', ...globs(before)] }
}
