-- Functions, triggers and views for 1-networks.sql.

CREATE OR REPLACE FUNCTION note_real_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_real_coins();
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER note_real_network AFTER INSERT OR UPDATE ON network
  FOR EACH ROW WHEN (NOT NEW.demo) EXECUTE FUNCTION note_real_network();

CREATE OR REPLACE FUNCTION signer_watermark_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.epoch, NEW.count) <= (OLD.epoch, OLD.count) THEN
    RAISE EXCEPTION 'the mark of the signer''s memory does not go back' USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER signer_watermark_goes_on BEFORE UPDATE ON signer_watermark
  FOR EACH ROW EXECUTE FUNCTION signer_watermark_goes_on();

-- The first start writes real networks; afterwards only two operators can. Later starts only fill in the genesis hash.
CREATE OR REPLACE FUNCTION network_is_named_by_two() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT had_real_coins() OR has_word_of_two() THEN
    RETURN NEW;
  END IF;
  IF tg_op = 'UPDATE' AND (OLD.genesis_hash IS NULL OR OLD.genesis_hash = NEW.genesis_hash)
    AND (OLD.chain, OLD.evm_chain_id, OLD.tokens, OLD.start_block, OLD.explorer_url, OLD.demo, OLD.enabled, OLD.vault, OLD.cold_address,
        OLD.proof_log, OLD.public_url, OLD.sweeper, OLD.cold_signature)
      IS NOT DISTINCT FROM (NEW.chain, NEW.evm_chain_id, NEW.tokens, NEW.start_block, NEW.explorer_url, NEW.demo, NEW.enabled, NEW.vault,
        NEW.cold_address, NEW.proof_log, NEW.public_url, NEW.sweeper, NEW.cold_signature) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% of network % is refused: it takes the word of two operators', tg_op, NEW.chain USING ERRCODE = 'GH005';
END $$;
CREATE OR REPLACE TRIGGER network_is_named_by_two BEFORE INSERT OR UPDATE ON network
  FOR EACH ROW EXECUTE FUNCTION network_is_named_by_two();

-- Changes need two operators, because deposits from company addresses count as capital.
CREATE OR REPLACE TRIGGER word_of_two BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON company_address
  FOR EACH STATEMENT WHEN (had_real_coins() AND NOT has_word_of_two()) EXECUTE FUNCTION refuse_one_word();

-- Data for "n of N" confirmations and transaction links.
CREATE OR REPLACE VIEW chain_standing AS SELECT chain, head, demo, explorer_url FROM network;

CREATE OR REPLACE VIEW open_incident AS
  SELECT id, chain, kind, halts, detail, at FROM chain_incident WHERE resolved_at IS NULL;

CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON chain_incident FOR EACH ROW EXECUTE FUNCTION tell_news();
