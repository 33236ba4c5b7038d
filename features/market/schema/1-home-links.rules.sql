-- Functions, triggers and views for 1-home-links.sql.

-- Setting a link takes two operators. One operator can remove a link.
CREATE OR REPLACE FUNCTION home_link_is_set_by_two() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_word_of_two() AND (tg_op = 'DELETE' OR NEW.target IS NOT NULL OR NOT is_said_by_operators()) THEN
    RAISE EXCEPTION '% of home_link is refused: it takes the word of two operators', tg_op USING ERRCODE = 'GH005';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE OR REPLACE TRIGGER home_link_is_set_by_two BEFORE INSERT OR UPDATE OR DELETE ON home_link
  FOR EACH ROW WHEN (had_real_coins()) EXECUTE FUNCTION home_link_is_set_by_two();
