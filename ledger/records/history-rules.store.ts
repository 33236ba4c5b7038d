const legs = `SELECT b.holder, b.class, p.asset, p.code, o.class AS other_class, p.happened_at AS at, p.ref, p.units_in, p.units_out
  FROM balance b JOIN (
    SELECT lane, credit AS account, debit AS other, asset, code, happened_at, ref, amount AS units_in, 0::int8 AS units_out FROM record WHERE lane = $1
    UNION ALL SELECT lane, debit, credit, asset, code, happened_at, ref, 0, amount FROM record WHERE lane = $1) p ON p.account = b.id AND p.lane = b.lane
  JOIN balance o ON o.id = p.other AND o.lane = p.lane WHERE b.lane = $1 AND b.holder IS NOT NULL`
const columns = 'class, asset, code, other_class'

const differ = (view: string, kind: string, of: string, sums: string, from: string) =>
  `SELECT format('${view} of %s, %s: in %s, out %s', holder, ${kind}, k.units_in, k.units_out) AS example
    FROM (SELECT holder, ${kind}, ${columns}, ${sums} FROM ${view} WHERE lane = $1 GROUP BY ${of}) k
    FULL JOIN (SELECT holder, ${from} AS ${kind}, ${columns}, ${sums} FROM leg GROUP BY ${of}) l
      USING (holder, ${kind}, ${columns})
    WHERE k.units_in IS DISTINCT FROM l.units_in OR k.units_out IS DISTINCT FROM l.units_out`
const sums = 'sum(units_in) AS units_in, sum(units_out) AS units_out'
const grouped = 'holder, 2, class, asset, code, other_class'

/** Each query returns one row per violation. */
export const historyRules: readonly { readonly rule: string; readonly sql: string }[] = [
  {
    rule: 'what is kept of a history adds up to its postings',
    sql: `WITH leg AS MATERIALIZED (${legs}) ${differ('own_month', 'month', grouped, sums, `date_trunc('month', at AT TIME ZONE 'UTC')::date`)}
      UNION ALL ${differ('own_day', 'day', grouped, sums, `(at AT TIME ZONE 'UTC')::date`)}
      UNION ALL SELECT format('own_order of %s, %s', holder, order_ref) FROM (
        SELECT holder, order_ref, ${columns}, ${sums} FROM own_order WHERE lane = $1 GROUP BY ${grouped}) k
        FULL JOIN (SELECT holder, ref AS order_ref, ${columns}, ${sums} FROM leg WHERE ref LIKE 'order:%' GROUP BY ${grouped}) l
          USING (holder, order_ref, ${columns})
        WHERE k.units_in IS DISTINCT FROM l.units_in OR k.units_out IS DISTINCT FROM l.units_out`,
  },
  {
    rule: 'a record that is kept is a posting of its holder, and every one up to the mark of its account is kept',
    sql: `SELECT format('record %s of %s', r.id, r.holder) AS example FROM own_record r LEFT JOIN record p ON p.lane = r.lane AND p.id = r.id
        LEFT JOIN balance d ON d.lane = p.lane AND d.id = p.debit LEFT JOIN balance c ON c.lane = p.lane AND c.id = p.credit
        WHERE r.lane = $1 AND ((p.asset, p.code, p.happened_at, d.class, c.class) IS DISTINCT FROM (r.asset, r.code, r.at, r.from_class, r.to_class)
          OR r.holder NOT IN (coalesce(d.holder, ''), coalesce(c.holder, ''))
          OR r.order_ref IS DISTINCT FROM CASE WHEN p.ref LIKE 'order:%' THEN p.ref END
          OR r.spendable <> (d.holder IS NOT DISTINCT FROM r.holder AND d.purpose = 'available'
            OR c.holder IS NOT DISTINCT FROM r.holder AND c.purpose = 'available'))
      UNION ALL
      SELECT format('posting %s of %s', p.id, m.holder) FROM own_mark m JOIN (
          SELECT lane, id, credit AS account FROM record WHERE code >= 0 UNION ALL SELECT lane, id, debit FROM record WHERE code >= 0) p
          ON p.lane = m.lane AND p.account = m.account AND p.id <= m.until
        LEFT JOIN own_record r ON r.lane = m.lane AND r.holder = m.holder AND r.id = p.id WHERE m.lane = $1 AND r.id IS NULL`,
  },
  {
    rule: 'an account that readers pass over has nothing',
    sql: `SELECT format('%s %s: %s', b.owner, b.purpose, b.balance) AS example FROM balance b LEFT JOIN own_account a ON a.lane = b.lane AND a.id = b.id
      WHERE b.lane = $1 AND b.holder IS NOT NULL AND a.id IS NULL AND b.balance <> 0`,
  },
]
