-- Why: pages of accounts keep room for new versions of their rows, so that they are tidied once in some twenty postings and not at nearly each.
-- PostgreSQL tidies a page when what is free falls below what the fillfactor leaves free: a fillfactor alone never gives both
-- room and rest. So an account is opened wider than it stays, and its first posting gives the difference back.
ALTER TABLE account ADD COLUMN room text DEFAULT repeat('-', 64);

-- The statements that write balances also give the room back; the guard knows them by their text.
DO $$
DECLARE name text; was text; now text;
BEGIN
  FOREACH name IN ARRAY ARRAY['post_entries', 'post_entry', 'apply_postings', 'refuse_direct_balance'] LOOP
    was := pg_get_functiondef(name::regproc);
    now := replace(replace(was, 'SET balance = u.balance FROM', 'SET balance = u.balance, room = NULL FROM'),
      'ELSE credit_left END WHERE', 'ELSE credit_left END, room = NULL WHERE');
    IF now = was THEN
      RAISE EXCEPTION '% is not the function this changes', name;
    END IF;
    EXECUTE now;
  END LOOP;
END $$;
