import { emptyPictures, forgetUnsent, type OldPicture, oldPictures } from '#identity/pictures/picture.store.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import { sentPictureDays } from '#kit/store/quotas.ts'

/** Pages per run. */
const pagesMax = 20

const unneeded = async (sql: Sql, ids: readonly string[], now: Date): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `SELECT p.id FROM unnest($1::text[]) AS p (id) WHERE NOT EXISTS (
         SELECT FROM chat_message m JOIN chat_thread t ON t.id = m.thread_id
         WHERE m.picture = p.id AND t.kind = 'otc' AND (t.closed_at IS NULL OR t.closed_at >= $2::timestamptz - interval '${sentPictureDays} days'))`,
      [ids, now],
    )
  ).map(({ id }) => id)

/** Deletes pictures that were never sent, and the bytes of pictures past their conversation's retention. */
export async function forgetPictures(
  db: Db,
  { now, wall }: { readonly now: Date; readonly wall: Date },
): Promise<void> {
  await forgetUnsent(db, wall)
  let after: OldPicture | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const old = await oldPictures(db, wall, after)
    after = old.at(-1)
    if (!after) return
    const ids = old.map(({ id }) => id)
    await emptyPictures(db, await unneeded(db, ids, now))
  }
}
