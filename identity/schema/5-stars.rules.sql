-- Functions, triggers and views for 5-stars.sql.
CREATE OR REPLACE FUNCTION keep_star_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO star_change (wallet_id, at, star, was)
    SELECT n.wallet_id, n.since, n.star, 0 FROM added n WHERE n.star > 0;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER keep_star_change AFTER INSERT ON wallet_star REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_star_change();

CREATE OR REPLACE FUNCTION keep_star_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO star_change (wallet_id, at, star, was)
    SELECT n.wallet_id, n.since, n.star, o.star FROM changed n JOIN before o USING (wallet_id) WHERE n.star <> o.star;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER keep_star_changes AFTER UPDATE ON wallet_star REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_star_changes();
