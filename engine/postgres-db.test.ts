import { expect, it } from 'vitest'
import { serverUrls } from './postgres-db.store.ts'

it('finds the servers of one database in its address', () => {
  expect(serverUrls('postgres://ana:p%40ss@one:5432/wallet?sslmode=require')).toEqual([
    'postgres://ana:p%40ss@one:5432/wallet?sslmode=require',
  ])
  expect(serverUrls('postgresql://ana@one:5432,two:6432,[::1]:7432/wallet')).toEqual([
    'postgresql://ana@one:5432/wallet',
    'postgresql://ana@two:6432/wallet',
    'postgresql://ana@[::1]:7432/wallet',
  ])
  for (const wrong of ['', 'one:5432', 'http://one/wallet', 'postgres://one:port/wallet', 'postgres://one,:x/wallet'])
    expect(() => serverUrls(wrong), wrong).toThrow('no address')
})
