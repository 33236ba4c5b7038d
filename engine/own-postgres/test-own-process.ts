import { withConnection } from './one-connection.server.ts'
import { startOwnPostgres } from './own-postgres.store.ts'

const [dataDir = ''] = process.argv.slice(2)
await startOwnPostgres(dataDir, {
  fill: (url) =>
    withConnection(url, async (client) => {
      await client.query(
        "CREATE TABLE note (text text PRIMARY KEY); GRANT SELECT, INSERT ON note TO glasshouse; INSERT INTO note VALUES ('first')",
      )
    }),
})
process.stdout.write('ready\n')
