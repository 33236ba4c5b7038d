import type { Sql } from './store/db.ts'

/** Caches query results. Use only for reads as of one moment. */
export function askingOnce(sql: Sql): Sql {
  const asked = new Map<string, Promise<unknown[]>>()
  return {
    ...sql,
    query: <Row>(text: string, params: readonly unknown[] = [], name?: string): Promise<Row[]> => {
      const key = `${text} ${params.map((param) => (param instanceof Date ? param.toISOString() : String(param))).join(' ')}`
      const known = asked.get(key) ?? sql.query(text, params, name)
      asked.set(key, known)
      return known as Promise<Row[]>
    },
  }
}
