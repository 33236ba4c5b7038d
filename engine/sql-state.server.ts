import pg from 'pg'

/** SQLSTATE such as "23505"; '' for other errors. */
export const sqlState = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')
