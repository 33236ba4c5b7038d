-- Written by npm run docs from the files in <room>/schema/: change those.

CREATE TABLE books.account (
  lane integer DEFAULT 0 NOT NULL,
  id bigint DEFAULT nextval('books.account_id'::regclass) NOT NULL,
  owner text NOT NULL,
  purpose text NOT NULL,
  asset smallint NOT NULL,
  class smallint NOT NULL,
  holder text,
  floor bigint,
  balance bigint DEFAULT 0 NOT NULL,
  spare text DEFAULT repeat('-'::text, 64),
  closed boolean DEFAULT false NOT NULL,
  fingerprint bigint GENERATED ALWAYS AS (hashtextextended(((((owner || ' '::text) || purpose) || ' '::text) || COALESCE(holder, ''::text)), (((class * 1024) + asset))::bigint)) STORED NOT NULL,
  CONSTRAINT account_pkey PRIMARY KEY (id, lane),
  CONSTRAINT account_owner_purpose_asset_lane_key UNIQUE (owner, purpose, asset, lane),
  CONSTRAINT account_asset_check CHECK (((asset >= 1) AND (asset <= 1023))),
  CONSTRAINT account_check CHECK ((balance >= floor))
) WITH (fillfactor=90);
CREATE INDEX account_holder ON books.account USING btree (holder, lane) WHERE (holder IS NOT NULL);
CREATE INDEX account_open ON books.account USING btree (holder, lane) WHERE ((holder IS NOT NULL) AND (NOT closed));
CREATE INDEX account_power ON books.account USING btree (id) WHERE ((asset = 6) AND (purpose = 'available'::text));
CREATE TRIGGER by_the_ledger BEFORE INSERT OR UPDATE ON books.account FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_others();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON books.account FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_change();
CREATE TRIGGER kept_as_opened BEFORE UPDATE OF lane, id, owner, purpose, asset, class, holder, floor ON books.account FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_change();

CREATE TABLE books.account_class (
  number smallint NOT NULL,
  name text NOT NULL,
  CONSTRAINT account_class_pkey PRIMARY KEY (number),
  CONSTRAINT account_class_name_key UNIQUE (name),
  CONSTRAINT account_class_number_check CHECK (((number >= 1) AND (number <= 1023)))
);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON books.account_class FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_change();

CREATE TABLE books.entry_key (
  lane integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  entry bigint NOT NULL,
  CONSTRAINT entry_key_pkey PRIMARY KEY (lane, key),
  CONSTRAINT entry_key_key_check CHECK (((key <> ''::text) AND (length(key) <= 120)))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON books.entry_key FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_change();
CREATE TRIGGER by_the_ledger BEFORE INSERT ON books.entry_key FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_others();

CREATE TABLE books.kept_day (
  lane integer NOT NULL,
  holder text NOT NULL,
  day date NOT NULL,
  class smallint NOT NULL,
  asset smallint NOT NULL,
  code smallint NOT NULL,
  other_class smallint NOT NULL,
  line text NOT NULL,
  at_midnight boolean NOT NULL,
  units_in numeric NOT NULL,
  units_out numeric NOT NULL,
  last_in timestamp with time zone,
  CONSTRAINT kept_day_pkey PRIMARY KEY (holder, day, class, asset, code, other_class, line, at_midnight, lane),
  CONSTRAINT kept_day_units_in_check CHECK ((units_in >= (0)::numeric)),
  CONSTRAINT kept_day_units_out_check CHECK ((units_out >= (0)::numeric))
);
CREATE TRIGGER by_the_ledger BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON books.kept_day FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_others();

CREATE TABLE books.kept_month (
  lane integer NOT NULL,
  holder text NOT NULL,
  month date NOT NULL,
  class smallint NOT NULL,
  asset smallint NOT NULL,
  code smallint NOT NULL,
  other_class smallint NOT NULL,
  line text NOT NULL,
  units_in numeric NOT NULL,
  units_out numeric NOT NULL,
  CONSTRAINT kept_month_pkey PRIMARY KEY (holder, month, class, asset, code, other_class, line, lane),
  CONSTRAINT kept_month_units_in_check CHECK ((units_in >= (0)::numeric)),
  CONSTRAINT kept_month_units_out_check CHECK ((units_out >= (0)::numeric))
);
CREATE TRIGGER by_the_ledger BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON books.kept_month FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_others();

CREATE TABLE books.kept_order (
  lane integer NOT NULL,
  holder text NOT NULL,
  order_ref text NOT NULL,
  class smallint NOT NULL,
  asset smallint NOT NULL,
  code smallint NOT NULL,
  other_class smallint NOT NULL,
  units_in numeric NOT NULL,
  units_out numeric NOT NULL,
  CONSTRAINT kept_order_pkey PRIMARY KEY (holder, order_ref, class, asset, code, other_class, lane),
  CONSTRAINT kept_order_units_in_check CHECK ((units_in >= (0)::numeric)),
  CONSTRAINT kept_order_units_out_check CHECK ((units_out >= (0)::numeric))
);
CREATE TRIGGER by_the_ledger BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON books.kept_order FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_others();

CREATE TABLE books.kept_record (
  lane integer NOT NULL,
  holder text NOT NULL,
  id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  asset smallint NOT NULL,
  code smallint NOT NULL,
  from_class smallint NOT NULL,
  to_class smallint NOT NULL,
  spendable boolean NOT NULL,
  order_ref text,
  CONSTRAINT kept_record_pkey PRIMARY KEY (holder, id, lane)
);
CREATE INDEX kept_record_at ON books.kept_record USING btree (holder, spendable, at, id);
CREATE INDEX kept_record_code ON books.kept_record USING btree (holder, asset, code, id);
CREATE INDEX kept_record_code_at ON books.kept_record USING btree (holder, asset, code, at, id);
CREATE INDEX kept_record_order ON books.kept_record USING btree (holder, order_ref, id) WHERE (order_ref IS NOT NULL);
CREATE TRIGGER by_the_ledger BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON books.kept_record FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_others();

CREATE TABLE books.kept_until (
  lane integer NOT NULL,
  account bigint NOT NULL,
  holder text NOT NULL,
  until bigint NOT NULL,
  CONSTRAINT kept_until_pkey PRIMARY KEY (account, lane)
);
CREATE INDEX kept_until_holder ON books.kept_until USING btree (holder, until);
CREATE TRIGGER by_the_ledger BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON books.kept_until FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_others();

CREATE TABLE books.month (
  number integer NOT NULL,
  begun_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT month_pkey PRIMARY KEY (number)
);

CREATE TABLE books.movement (
  from_class smallint NOT NULL,
  to_class smallint NOT NULL,
  asset smallint NOT NULL,
  code smallint NOT NULL,
  bond text NOT NULL,
  action text NOT NULL,
  CONSTRAINT movement_pkey PRIMARY KEY (from_class, to_class, asset, code),
  CONSTRAINT movement_asset_check CHECK (((asset >= 1) AND (asset <= 1023))),
  CONSTRAINT movement_bond_check CHECK ((bond = ANY (ARRAY['any'::text, 'same holder'::text, 'other holder'::text, 'same order'::text, 'same network'::text]))),
  CONSTRAINT movement_code_check CHECK ((code >= '-1'::integer)),
  CONSTRAINT movement_from_class_fkey FOREIGN KEY (from_class) REFERENCES books.account_class(number),
  CONSTRAINT movement_to_class_fkey FOREIGN KEY (to_class) REFERENCES books.account_class(number)
);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON books.movement FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_change();

CREATE TABLE books.posting (
  lane integer DEFAULT 0 NOT NULL,
  id bigint NOT NULL,
  entry bigint NOT NULL,
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  amount bigint NOT NULL,
  debit_balance bigint NOT NULL,
  credit_balance bigint NOT NULL,
  asset smallint NOT NULL,
  code smallint NOT NULL,
  ref text,
  happened_at timestamp with time zone NOT NULL,
  written_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT posting_pkey PRIMARY KEY (id, lane),
  CONSTRAINT posting_amount_check CHECK ((amount > 0)),
  CONSTRAINT posting_check CHECK ((debit <> credit)),
  CONSTRAINT posting_check1 CHECK ((entry <= id))
) PARTITION BY RANGE (id) -- 1 partitions;
CREATE INDEX posting_credit ON ONLY books.posting USING btree (credit, id) WITH (deduplicate_items=off);
CREATE INDEX posting_debit ON ONLY books.posting USING btree (debit, id) WITH (deduplicate_items=off);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON books.posting FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_change();
CREATE TRIGGER by_the_ledger BEFORE INSERT ON books.posting FOR EACH STATEMENT EXECUTE FUNCTION books.refuse_others();
CREATE TRIGGER word_of_two BEFORE INSERT ON books.posting FOR EACH STATEMENT WHEN ((current_setting('glasshouse.word'::text, true) = 'one'::text)) EXECUTE FUNCTION refuse_one_word();

CREATE TABLE address_change (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  wallet_id text NOT NULL,
  chain text NOT NULL,
  old_address text NOT NULL,
  new_address text NOT NULL,
  remark text NOT NULL,
  signed_address text NOT NULL,
  issued_at bigint NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  ready_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  state text NOT NULL,
  ended_at timestamp with time zone,
  note text DEFAULT ''::text NOT NULL,
  told_at timestamp with time zone,
  dropped_at timestamp with time zone,
  old_remark text,
  old_certificate jsonb,
  CONSTRAINT address_change_pkey PRIMARY KEY (id),
  CONSTRAINT address_change_wallet_id_chain_issued_at_key UNIQUE (wallet_id, chain, issued_at),
  CONSTRAINT address_change_check CHECK ((old_address <> new_address)),
  CONSTRAINT address_change_check1 CHECK ((lower(new_address) = lower(signed_address))),
  CONSTRAINT address_change_check2 CHECK ((ready_at >= (asked_at + '72:00:00'::interval))),
  CONSTRAINT address_change_check3 CHECK (((state = 'asked'::text) = (ended_at IS NULL))),
  CONSTRAINT address_change_check4 CHECK (((state <> 'done'::text) OR ((confirmed_at IS NOT NULL) AND (ended_at >= ready_at) AND (old_certificate IS NOT NULL)))),
  CONSTRAINT address_change_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'done'::text, 'cancelled'::text, 'refused'::text]))),
  CONSTRAINT address_change_wallet_id_chain_fkey FOREIGN KEY (wallet_id, chain) REFERENCES bound_address(wallet_id, chain)
);
CREATE UNIQUE INDEX address_change_open ON public.address_change USING btree (wallet_id, chain) WHERE (state = 'asked'::text);
CREATE INDEX address_change_untold ON public.address_change USING btree (id) WHERE ((state = ANY (ARRAY['cancelled'::text, 'refused'::text])) AND (dropped_at IS NULL));
CREATE TRIGGER address_change_keeps_its_terms BEFORE UPDATE ON public.address_change FOR EACH ROW EXECUTE FUNCTION address_change_keeps_its_terms();
CREATE TRIGGER address_change_stays BEFORE DELETE OR TRUNCATE ON public.address_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER address_refusal_is_counted AFTER UPDATE OF state ON public.address_change FOR EACH ROW WHEN (((new.state <> 'asked'::text) AND (current_setting('glasshouse.word'::text, true) = 'one'::text))) EXECUTE FUNCTION address_refusal_is_counted();
CREATE TRIGGER tell_news AFTER INSERT OR UPDATE ON public.address_change FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE approver (
  name text NOT NULL,
  public_key text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT approver_pkey PRIMARY KEY (name),
  CONSTRAINT approver_public_key_key UNIQUE (public_key),
  CONSTRAINT approver_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{1,30}$'::text))
);
CREATE TRIGGER two_approvers_stay AFTER UPDATE ON public.approver FOR EACH STATEMENT EXECUTE FUNCTION two_approvers_stay();
CREATE TRIGGER word_of_two BEFORE INSERT ON public.approver FOR EACH STATEMENT WHEN ((NOT has_word_of_two())) EXECUTE FUNCTION refuse_one_word();

CREATE TABLE article (
  slug text NOT NULL,
  kind text NOT NULL,
  published_at timestamp with time zone NOT NULL,
  link text,
  CONSTRAINT article_pkey PRIMARY KEY (slug),
  CONSTRAINT article_kind_check CHECK ((kind = ANY (ARRAY['news'::text, 'article'::text, 'ecology'::text]))),
  CONSTRAINT article_link_check CHECK ((link ~ '^https://'::text)),
  CONSTRAINT article_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60)))
);
CREATE INDEX article_newest ON public.article USING btree (kind, published_at DESC, slug);
CREATE TRIGGER said_by_operators BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.article FOR EACH STATEMENT WHEN ((had_real_coins() AND (NOT is_said_by_operators()))) EXECUTE FUNCTION refuse_unsaid();

CREATE TABLE article_text (
  slug text NOT NULL,
  language text NOT NULL,
  title text NOT NULL,
  blocks jsonb NOT NULL,
  text_hash text NOT NULL,
  CONSTRAINT article_text_pkey PRIMARY KEY (slug, language),
  CONSTRAINT article_text_slug_fkey FOREIGN KEY (slug) REFERENCES article(slug) ON DELETE CASCADE
);
CREATE TRIGGER said_by_operators BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.article_text FOR EACH STATEMENT WHEN ((had_real_coins() AND (pg_trigger_depth() = 0) AND (NOT is_said_by_operators()))) EXECUTE FUNCTION refuse_unsaid();

CREATE TABLE authenticator (
  wallet_id text NOT NULL,
  sealed_secret bytea,
  bound_at timestamp with time zone,
  last_step bigint DEFAULT 0 NOT NULL,
  sealed_pending bytea,
  CONSTRAINT authenticator_pkey PRIMARY KEY (wallet_id),
  CONSTRAINT authenticator_check CHECK (((sealed_secret IS NULL) = (bound_at IS NULL))),
  CONSTRAINT authenticator_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);

CREATE TABLE block_part (
  chain text NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  tx_hash text NOT NULL,
  log_index bigint NOT NULL,
  CONSTRAINT block_part_pkey PRIMARY KEY (chain)
);

CREATE TABLE bound_address (
  wallet_id text NOT NULL,
  chain text NOT NULL,
  address text NOT NULL,
  remark text NOT NULL,
  signed_address text NOT NULL,
  issued_at bigint NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  bound_at timestamp with time zone NOT NULL,
  payable_from timestamp with time zone NOT NULL,
  replaces text,
  CONSTRAINT bound_address_pkey PRIMARY KEY (wallet_id, chain),
  CONSTRAINT bound_address_check CHECK ((lower(address) = lower(signed_address))),
  CONSTRAINT bound_address_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.bound_address FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bound_address_is_replaced BEFORE UPDATE ON public.bound_address FOR EACH ROW EXECUTE FUNCTION bound_address_is_replaced();
CREATE TRIGGER tell_news AFTER INSERT OR UPDATE ON public.bound_address FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE call_count (
  part smallint NOT NULL,
  name text NOT NULL,
  caller text NOT NULL,
  span integer NOT NULL,
  since timestamp with time zone NOT NULL,
  times integer NOT NULL,
  CONSTRAINT call_count_pkey PRIMARY KEY (part, name, caller, span, since)
) PARTITION BY LIST (part) -- 4 partitions;

CREATE TABLE captcha_attempt (
  part smallint NOT NULL,
  key text NOT NULL,
  attempts smallint NOT NULL,
  solved_at timestamp with time zone,
  used_at timestamp with time zone,
  CONSTRAINT captcha_attempt_pkey PRIMARY KEY (part, key),
  CONSTRAINT captcha_attempt_attempts_check CHECK (((attempts >= 1) AND (attempts <= 3))),
  CONSTRAINT captcha_attempt_check CHECK (((used_at IS NULL) OR (solved_at IS NOT NULL)))
) PARTITION BY LIST (part) -- 4 partitions;

CREATE TABLE chain_block (
  chain text NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  parent text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT chain_block_pkey PRIMARY KEY (chain, number)
);

CREATE TABLE chain_incident (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain text NOT NULL,
  kind text NOT NULL,
  halts boolean NOT NULL,
  detail jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  resolution text,
  CONSTRAINT chain_incident_pkey PRIMARY KEY (id),
  CONSTRAINT chain_incident_check CHECK (((resolved_at IS NULL) = (resolution IS NULL)))
);
CREATE INDEX chain_incident_open ON public.chain_incident USING btree (chain) WHERE (resolved_at IS NULL);
CREATE TRIGGER tell_news AFTER INSERT OR UPDATE ON public.chain_incident FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE chain_remainder (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain text NOT NULL,
  coin text NOT NULL,
  base_units numeric NOT NULL,
  CONSTRAINT chain_remainder_pkey PRIMARY KEY (id)
);
CREATE INDEX chain_remainder_of ON public.chain_remainder USING btree (chain, coin);

CREATE TABLE chat_message (
  thread_id bigint NOT NULL,
  number integer NOT NULL,
  wallet_id text,
  operator text,
  signature text,
  at timestamp with time zone NOT NULL,
  text text NOT NULL,
  picture text,
  staff_picture text,
  request text NOT NULL,
  CONSTRAINT chat_message_pkey PRIMARY KEY (thread_id, number),
  CONSTRAINT chat_message_request_key UNIQUE (request),
  CONSTRAINT chat_message_check CHECK (((wallet_id IS NULL) = (operator IS NOT NULL))),
  CONSTRAINT chat_message_check1 CHECK (((operator IS NULL) = (signature IS NULL))),
  CONSTRAINT chat_message_check2 CHECK (((picture IS NULL) OR (wallet_id IS NOT NULL))),
  CONSTRAINT chat_message_check3 CHECK (((staff_picture IS NULL) OR (operator IS NOT NULL))),
  CONSTRAINT chat_message_check4 CHECK (((text <> ''::text) OR (picture IS NOT NULL) OR (staff_picture IS NOT NULL))),
  CONSTRAINT chat_message_number_check CHECK ((number > 0)),
  CONSTRAINT chat_message_signature_check CHECK ((length(signature) = 86)),
  CONSTRAINT chat_message_text_check CHECK ((length(text) <= 16000)),
  CONSTRAINT chat_message_operator_fkey FOREIGN KEY (operator) REFERENCES operator(name),
  CONSTRAINT chat_message_picture_fkey FOREIGN KEY (picture) REFERENCES picture(id),
  CONSTRAINT chat_message_staff_picture_fkey FOREIGN KEY (staff_picture) REFERENCES chat_staff_picture(id),
  CONSTRAINT chat_message_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES chat_thread(id),
  CONSTRAINT chat_message_thread_id_wallet_id_fkey FOREIGN KEY (thread_id, wallet_id) REFERENCES chat_party(thread_id, wallet_id)
);
CREATE INDEX chat_message_picture ON public.chat_message USING btree (picture) WHERE (picture IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.chat_message FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chat_message_has_room AFTER INSERT ON public.chat_message FOR EACH ROW WHEN ((new.wallet_id IS NOT NULL)) EXECUTE FUNCTION chat_message_has_room();
CREATE TRIGGER chat_message_is_next BEFORE INSERT ON public.chat_message FOR EACH ROW EXECUTE FUNCTION chat_message_is_next();

CREATE TABLE chat_party (
  thread_id bigint NOT NULL,
  wallet_id text NOT NULL,
  delivered integer DEFAULT 0 NOT NULL,
  read integer DEFAULT 0 NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT chat_party_pkey PRIMARY KEY (thread_id, wallet_id),
  CONSTRAINT chat_party_check CHECK (((read >= 0) AND (read <= delivered))),
  CONSTRAINT chat_party_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES chat_thread(id),
  CONSTRAINT chat_party_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX chat_party_wallet ON public.chat_party USING btree (wallet_id, at DESC);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.chat_party FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE chat_staff_picture (
  id text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT chat_staff_picture_pkey PRIMARY KEY (id),
  CONSTRAINT chat_staff_picture_check CHECK ((id = encode(sha256(bytes), 'hex'::text)))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.chat_staff_picture FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE chat_thread (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  staff_since timestamp with time zone,
  staff_read integer DEFAULT 0 NOT NULL,
  closed_at timestamp with time zone,
  last_number integer DEFAULT 0 NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT chat_thread_pkey PRIMARY KEY (id),
  CONSTRAINT chat_thread_kind_subject_key UNIQUE (kind, subject),
  CONSTRAINT chat_thread_check CHECK (((kind <> 'support'::text) OR (staff_since IS NOT NULL))),
  CONSTRAINT chat_thread_check1 CHECK (((staff_read >= 0) AND (staff_read <= last_number))),
  CONSTRAINT chat_thread_kind_check CHECK ((kind = ANY (ARRAY['support'::text, 'otc'::text]))),
  CONSTRAINT chat_thread_subject_check CHECK ((subject ~ '^[0-9A-Za-z]{1,24}$'::text))
);
CREATE INDEX chat_thread_waiting ON public.chat_thread USING btree (last_at) WHERE ((staff_since IS NOT NULL) AND (closed_at IS NULL));
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.chat_thread FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chat_thread_goes_on BEFORE UPDATE ON public.chat_thread FOR EACH ROW EXECUTE FUNCTION chat_thread_goes_on();

CREATE TABLE coin_reference (
  coin text NOT NULL,
  hour timestamp with time zone NOT NULL,
  at timestamp with time zone NOT NULL,
  price bigint NOT NULL,
  CONSTRAINT coin_reference_pkey PRIMARY KEY (coin, hour),
  CONSTRAINT coin_reference_check CHECK (((at >= hour) AND (at < (hour + '01:00:00'::interval)))),
  CONSTRAINT coin_reference_price_check CHECK ((price > 0))
);

CREATE TABLE company_address (
  chain text NOT NULL,
  address text NOT NULL,
  CONSTRAINT company_address_pkey PRIMARY KEY (chain, address)
);
CREATE TRIGGER word_of_two BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.company_address FOR EACH STATEMENT WHEN ((had_real_coins() AND (NOT has_word_of_two()))) EXECUTE FUNCTION refuse_one_word();

CREATE TABLE compute_purchase (
  day date NOT NULL,
  at timestamp with time zone NOT NULL,
  spent bigint NOT NULL,
  bought bigint NOT NULL,
  CONSTRAINT compute_purchase_pkey PRIMARY KEY (day),
  CONSTRAINT compute_purchase_bought_check CHECK ((bought > 0)),
  CONSTRAINT compute_purchase_spent_check CHECK ((spent > 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.compute_purchase FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE custody_key (
  family text NOT NULL,
  deposit_xpub text NOT NULL,
  hot_address text NOT NULL,
  CONSTRAINT custody_key_pkey PRIMARY KEY (family)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.custody_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE custody_level (
  chain text NOT NULL,
  coin text NOT NULL,
  hot_units bigint NOT NULL,
  cold_units bigint NOT NULL,
  unswept_units bigint NOT NULL,
  owed_units bigint NOT NULL,
  read_at timestamp with time zone NOT NULL,
  CONSTRAINT custody_level_pkey PRIMARY KEY (chain, coin)
);

CREATE TABLE demo_clock (
  single boolean DEFAULT true NOT NULL,
  offset_ms bigint DEFAULT 0 NOT NULL,
  stands_at timestamp with time zone,
  CONSTRAINT demo_clock_pkey PRIMARY KEY (single),
  CONSTRAINT demo_clock_single_check CHECK (single)
);
CREATE TRIGGER refuse_moved_clock BEFORE INSERT OR DELETE OR UPDATE ON public.demo_clock FOR EACH ROW EXECUTE FUNCTION refuse_moved_clock();
CREATE TRIGGER tell_news AFTER UPDATE ON public.demo_clock FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE demo_clock_move (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  offset_ms bigint NOT NULL,
  CONSTRAINT demo_clock_move_pkey PRIMARY KEY (id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.demo_clock_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE deposit (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain text NOT NULL,
  tx_hash text NOT NULL,
  ordinal integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  coin text NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  base_units numeric NOT NULL,
  units bigint NOT NULL,
  remainder numeric NOT NULL,
  kind text NOT NULL,
  wallet_id text,
  state text DEFAULT 'seen'::text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  credited_at timestamp with time zone,
  orphaned_at timestamp with time zone,
  swept_at timestamp with time zone,
  CONSTRAINT deposit_pkey PRIMARY KEY (id),
  CONSTRAINT deposit_chain_tx_hash_ordinal_key UNIQUE (chain, tx_hash, ordinal),
  CONSTRAINT deposit_base_units_check CHECK ((base_units > (0)::numeric)),
  CONSTRAINT deposit_check CHECK (((kind = 'wallet'::text) = (wallet_id IS NOT NULL))),
  CONSTRAINT deposit_credited_check CHECK (((state = 'corrected'::text) OR ((state = 'credited'::text) = (credited_at IS NOT NULL)))),
  CONSTRAINT deposit_kind_check CHECK ((kind = ANY (ARRAY['wallet'::text, 'capital'::text, 'unknown'::text, 'venue'::text]))),
  CONSTRAINT deposit_ordinal_check CHECK ((ordinal >= 0)),
  CONSTRAINT deposit_remainder_check CHECK ((remainder >= (0)::numeric)),
  CONSTRAINT deposit_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'collecting'::text, 'credited'::text, 'corrected'::text]))),
  CONSTRAINT deposit_units_check CHECK ((units >= 0)),
  CONSTRAINT deposit_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX deposit_block ON public.deposit USING btree (chain, block_hash);
CREATE INDEX deposit_collecting ON public.deposit USING btree (wallet_id, chain, coin) WHERE (state = 'collecting'::text);
CREATE INDEX deposit_inflow ON public.deposit USING btree (coin, credited_at) INCLUDE (units) WHERE ((state = 'credited'::text) AND (kind = 'wallet'::text));
CREATE INDEX deposit_open ON public.deposit USING btree (chain, block_number) WHERE (state = 'seen'::text);
CREATE INDEX deposit_shown ON public.deposit USING btree (wallet_id, chain, coin, id) WHERE (units > 0);
CREATE INDEX deposit_swept ON public.deposit USING btree (chain, coin, swept_at) WHERE (swept_at IS NOT NULL);
CREATE INDEX deposit_there ON public.deposit USING btree (chain, coin, to_address) WHERE ((swept_at IS NULL) AND (orphaned_at IS NULL) AND (kind = 'wallet'::text));
CREATE INDEX deposit_unbooked ON public.deposit USING btree (chain, coin, block_number) WHERE ((orphaned_at IS NULL) AND ((state = ANY (ARRAY['seen'::text, 'corrected'::text])) OR (kind = 'venue'::text)));
CREATE INDEX deposit_unswept ON public.deposit USING btree (chain, coin, to_address) WHERE ((swept_at IS NULL) AND (kind = 'wallet'::text) AND (state = ANY (ARRAY['credited'::text, 'collecting'::text])));
CREATE INDEX deposit_wallet ON public.deposit USING btree (wallet_id, id);
CREATE TRIGGER count_remainder_again AFTER UPDATE OF remainder, orphaned_at ON public.deposit FOR EACH ROW WHEN (((old.remainder > (0)::numeric) OR (new.remainder > (0)::numeric))) EXECUTE FUNCTION count_remainder();
CREATE TRIGGER count_remainder_in AFTER INSERT ON public.deposit FOR EACH ROW WHEN ((new.remainder > (0)::numeric)) EXECUTE FUNCTION count_remainder();
CREATE TRIGGER count_remainder_out AFTER DELETE ON public.deposit FOR EACH ROW WHEN ((old.remainder > (0)::numeric)) EXECUTE FUNCTION count_remainder();
CREATE TRIGGER tell_news AFTER INSERT OR UPDATE ON public.deposit FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE deposit_address (
  family text NOT NULL,
  index bigint NOT NULL,
  address text NOT NULL,
  wallet_id text NOT NULL,
  CONSTRAINT deposit_address_pkey PRIMARY KEY (family, index),
  CONSTRAINT deposit_address_address_key UNIQUE (address),
  CONSTRAINT deposit_address_family_wallet_id_key UNIQUE (family, wallet_id),
  CONSTRAINT deposit_address_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.deposit_address FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tell_news AFTER INSERT ON public.deposit_address FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE deposit_certificate (
  family text NOT NULL,
  wallet_id text NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  CONSTRAINT deposit_certificate_pkey PRIMARY KEY (family, wallet_id, public_key),
  CONSTRAINT deposit_certificate_family_wallet_id_fkey FOREIGN KEY (family, wallet_id) REFERENCES deposit_address(family, wallet_id),
  CONSTRAINT deposit_certificate_public_key_fkey FOREIGN KEY (public_key) REFERENCES deposit_key(public_key)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.deposit_certificate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE deposit_correction (
  deposit_id bigint NOT NULL,
  round integer NOT NULL,
  taken_units bigint NOT NULL,
  borne_units bigint NOT NULL,
  wallet_id text,
  state_before text NOT NULL,
  reason text NOT NULL,
  corrected_at timestamp with time zone NOT NULL,
  restored_at timestamp with time zone,
  CONSTRAINT deposit_correction_pkey PRIMARY KEY (deposit_id, round),
  CONSTRAINT deposit_correction_borne_units_check CHECK ((borne_units >= 0)),
  CONSTRAINT deposit_correction_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT deposit_correction_round_check CHECK ((round > 0)),
  CONSTRAINT deposit_correction_state_before_check CHECK ((state_before = ANY (ARRAY['collecting'::text, 'credited'::text]))),
  CONSTRAINT deposit_correction_taken_units_check CHECK ((taken_units >= 0)),
  CONSTRAINT deposit_correction_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  CONSTRAINT deposit_correction_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE TRIGGER correction_stays BEFORE DELETE OR TRUNCATE ON public.deposit_correction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE deposit_key (
  line integer NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  hash text NOT NULL,
  kept_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT deposit_key_pkey PRIMARY KEY (line),
  CONSTRAINT deposit_key_hash_key UNIQUE (hash),
  CONSTRAINT deposit_key_public_key_key UNIQUE (public_key),
  CONSTRAINT deposit_key_line_check CHECK ((line > 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.deposit_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE draw (
  wallet_id text NOT NULL,
  day date NOT NULL,
  at timestamp with time zone NOT NULL,
  seed text NOT NULL,
  holder_seed text NOT NULL,
  roll integer NOT NULL,
  share text NOT NULL,
  unlocked jsonb NOT NULL,
  CONSTRAINT draw_pkey PRIMARY KEY (wallet_id, day),
  CONSTRAINT draw_holder_seed_check CHECK (((holder_seed <> ''::text) AND (length(holder_seed) <= 64))),
  CONSTRAINT draw_roll_check CHECK (((roll >= 0) AND (roll <= 999))),
  CONSTRAINT draw_seed_check CHECK ((seed ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT draw_share_check CHECK ((share = ANY (ARRAY['0.001'::text, '0.005'::text, '0.01'::text, '0.025'::text, '0.05'::text]))),
  CONSTRAINT draw_day_fkey FOREIGN KEY (day) REFERENCES draw_day(day),
  CONSTRAINT draw_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE draw_day (
  day date NOT NULL,
  seed text NOT NULL,
  seed_hash text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT draw_day_pkey PRIMARY KEY (day),
  CONSTRAINT draw_day_check CHECK ((seed_hash = encode(sha256(decode(seed, 'hex'::text)), 'hex'::text))),
  CONSTRAINT draw_day_seed_check CHECK ((seed ~ '^[0-9a-f]{64}$'::text))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE dust (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain text NOT NULL,
  coin text NOT NULL,
  to_address text NOT NULL,
  wallet_id text,
  payments bigint NOT NULL,
  fine numeric NOT NULL,
  units bigint NOT NULL,
  given_units bigint DEFAULT 0 NOT NULL,
  times_given integer DEFAULT 0 NOT NULL,
  since timestamp with time zone NOT NULL,
  newest_at timestamp with time zone NOT NULL,
  given_at timestamp with time zone,
  newest_block bigint NOT NULL,
  swept_fine numeric DEFAULT 0 NOT NULL,
  swept_at timestamp with time zone,
  is_due boolean DEFAULT false NOT NULL,
  CONSTRAINT dust_pkey PRIMARY KEY (chain, coin, to_address),
  CONSTRAINT dust_id_key UNIQUE (id),
  CONSTRAINT dust_check CHECK (((units)::numeric = div(fine, ('10000000000'::bigint)::numeric))),
  CONSTRAINT dust_check1 CHECK (((given_units >= 0) AND (given_units <= units))),
  CONSTRAINT dust_check2 CHECK (((given_units = 0) OR (wallet_id IS NOT NULL))),
  CONSTRAINT dust_check3 CHECK (((swept_fine >= (0)::numeric) AND (swept_fine <= fine))),
  CONSTRAINT dust_fine_check CHECK (((fine > (0)::numeric) AND (fine = trunc(fine)))),
  CONSTRAINT dust_payments_check CHECK ((payments > 0)),
  CONSTRAINT dust_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX dust_due ON public.dust USING btree (chain, coin, to_address) WHERE is_due;
CREATE INDEX dust_swept ON public.dust USING btree (chain, coin, swept_at) WHERE (swept_at IS NOT NULL);
CREATE INDEX dust_unswept ON public.dust USING btree (chain, coin, to_address) WHERE (swept_fine < fine);
CREATE INDEX dust_wallet ON public.dust USING btree (wallet_id);
CREATE TRIGGER dust_stays BEFORE DELETE OR TRUNCATE ON public.dust FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE dust_in_block (
  chain text NOT NULL,
  block_number bigint NOT NULL,
  coin text NOT NULL,
  to_address text NOT NULL,
  block_hash text NOT NULL,
  wallet_id text,
  payments bigint NOT NULL,
  fine numeric NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT dust_in_block_pkey PRIMARY KEY (chain, block_number, coin, to_address),
  CONSTRAINT dust_in_block_fine_check CHECK (((fine > (0)::numeric) AND (fine = trunc(fine)))),
  CONSTRAINT dust_in_block_payments_check CHECK ((payments > 0)),
  CONSTRAINT dust_in_block_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX dust_in_block_hash ON public.dust_in_block USING btree (chain, block_hash);

CREATE TABLE exchange_receipt (
  trade_id bigint NOT NULL,
  key text NOT NULL,
  wallet_id text NOT NULL,
  pair text NOT NULL,
  direction text NOT NULL,
  units bigint NOT NULL,
  fee_units bigint NOT NULL,
  received_units bigint NOT NULL,
  least_units bigint NOT NULL,
  reserve_units bigint NOT NULL,
  guide_price bigint,
  value_units bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT exchange_receipt_pkey PRIMARY KEY (trade_id),
  CONSTRAINT exchange_receipt_key_key UNIQUE (key),
  CONSTRAINT exchange_receipt_check CHECK (((units > fee_units) AND (fee_units >= 0) AND (received_units >= least_units) AND (received_units > 0))),
  CONSTRAINT exchange_receipt_direction_check CHECK ((direction = ANY (ARRAY['buy'::text, 'sell'::text]))),
  CONSTRAINT exchange_receipt_pair_fkey FOREIGN KEY (pair) REFERENCES market(pair),
  CONSTRAINT exchange_receipt_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES market_trade(id),
  CONSTRAINT exchange_receipt_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX exchange_receipt_wallet ON public.exchange_receipt USING btree (wallet_id, pair, trade_id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.exchange_receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE faucet_request (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text NOT NULL,
  wallet_id text NOT NULL,
  chain text NOT NULL,
  coin text NOT NULL,
  units bigint NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  tx_hash text,
  refused text,
  CONSTRAINT faucet_request_pkey PRIMARY KEY (id),
  CONSTRAINT faucet_request_key_key UNIQUE (key),
  CONSTRAINT faucet_request_units_check CHECK ((units > 0)),
  CONSTRAINT faucet_request_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX faucet_request_open ON public.faucet_request USING btree (id) WHERE ((tx_hash IS NULL) AND (refused IS NULL));
CREATE TRIGGER tell_news AFTER INSERT ON public.faucet_request FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE feed_alarm (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  coin text NOT NULL,
  kind text NOT NULL,
  detail jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT feed_alarm_pkey PRIMARY KEY (id),
  CONSTRAINT feed_alarm_kind_check CHECK ((kind = ANY (ARRAY['deviation'::text, 'silent'::text, 'halted'::text, 'reference'::text])))
);
CREATE UNIQUE INDEX feed_alarm_open ON public.feed_alarm USING btree (coin, kind) WHERE (ended_at IS NULL);

CREATE TABLE feed_price (
  coin text NOT NULL,
  price bigint,
  at timestamp with time zone,
  feeds text[] NOT NULL,
  dropped jsonb NOT NULL,
  demo boolean NOT NULL,
  jump_price bigint,
  jump_rounds integer DEFAULT 0 NOT NULL,
  halted boolean DEFAULT false NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  CONSTRAINT feed_price_pkey PRIMARY KEY (coin),
  CONSTRAINT feed_price_check CHECK (((price IS NULL) = (at IS NULL))),
  CONSTRAINT feed_price_check1 CHECK (((jump_price IS NULL) = (jump_rounds = 0))),
  CONSTRAINT feed_price_price_check CHECK ((price > 0))
);

CREATE TABLE first_credit_wait (
  wallet_id text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT first_credit_wait_pkey PRIMARY KEY (wallet_id),
  CONSTRAINT first_credit_wait_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX first_credit_wait_by_time ON public.first_credit_wait USING btree (due_at, wallet_id);

CREATE TABLE fund_booking (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id bigint NOT NULL,
  kind text NOT NULL,
  units bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  chain text,
  transaction text,
  CONSTRAINT fund_booking_pkey PRIMARY KEY (id),
  CONSTRAINT fund_booking_chain_transaction_key UNIQUE (chain, transaction),
  CONSTRAINT fund_booking_check CHECK ((((kind = 'loss'::text) = (chain IS NULL)) AND ((chain IS NULL) = (transaction IS NULL)))),
  CONSTRAINT fund_booking_kind_check CHECK ((kind = ANY (ARRAY['send'::text, 'return'::text, 'profit'::text, 'loss'::text]))),
  CONSTRAINT fund_booking_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT fund_booking_units_check CHECK ((units > 0)),
  CONSTRAINT fund_booking_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);
CREATE INDEX fund_booking_of_product ON public.fund_booking USING btree (product_id, id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fund_booking FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fund_hold (
  product_id bigint NOT NULL,
  until timestamp with time zone NOT NULL,
  reason text NOT NULL,
  CONSTRAINT fund_hold_pkey PRIMARY KEY (product_id),
  CONSTRAINT fund_hold_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT fund_hold_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);

CREATE TABLE fund_lost (
  order_id bigint NOT NULL,
  units bigint NOT NULL,
  CONSTRAINT fund_lost_pkey PRIMARY KEY (order_id),
  CONSTRAINT fund_lost_units_check CHECK ((units >= 0)),
  CONSTRAINT fund_lost_order_id_fkey FOREIGN KEY (order_id) REFERENCES investment_order(id)
);

CREATE TABLE fund_part (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id bigint NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  order_id bigint,
  wallet_id text NOT NULL,
  units bigint NOT NULL,
  CONSTRAINT fund_part_pkey PRIMARY KEY (id),
  CONSTRAINT fund_part_check CHECK (((kind = 'bonus'::text) = (order_id IS NULL))),
  CONSTRAINT fund_part_kind_check CHECK ((kind = ANY (ARRAY['refill'::text, 'dividend'::text, 'bonus'::text]))),
  CONSTRAINT fund_part_units_check CHECK ((units > 0)),
  CONSTRAINT fund_part_order_id_fkey FOREIGN KEY (order_id) REFERENCES investment_order(id),
  CONSTRAINT fund_part_product_id_day_fkey FOREIGN KEY (product_id, day) REFERENCES fund_split(product_id, day),
  CONSTRAINT fund_part_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX fund_part_of_day ON public.fund_part USING btree (day, id);
CREATE INDEX fund_part_of_wallet ON public.fund_part USING btree (wallet_id, kind, id DESC) WHERE (kind <> 'refill'::text);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fund_part FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fund_split (
  product_id bigint NOT NULL,
  day date NOT NULL,
  profit_units bigint NOT NULL,
  refill_units bigint NOT NULL,
  dividend_units bigint NOT NULL,
  bonus_units bigint NOT NULL,
  fee_units bigint NOT NULL,
  CONSTRAINT fund_split_pkey PRIMARY KEY (product_id, day),
  CONSTRAINT fund_split_bonus_units_check CHECK ((bonus_units >= 0)),
  CONSTRAINT fund_split_check CHECK ((((((refill_units + dividend_units) + bonus_units) + fee_units) >= 1) AND ((((refill_units + dividend_units) + bonus_units) + fee_units) <= profit_units))),
  CONSTRAINT fund_split_dividend_units_check CHECK ((dividend_units >= 0)),
  CONSTRAINT fund_split_fee_units_check CHECK ((fee_units >= 0)),
  CONSTRAINT fund_split_profit_units_check CHECK ((profit_units > 0)),
  CONSTRAINT fund_split_refill_units_check CHECK ((refill_units >= 0)),
  CONSTRAINT fund_split_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fund_split FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fund_value (
  product_id bigint NOT NULL,
  day date NOT NULL,
  principal_units bigint NOT NULL,
  share_units bigint NOT NULL,
  CONSTRAINT fund_value_pkey PRIMARY KEY (product_id, day),
  CONSTRAINT fund_value_principal_units_check CHECK ((principal_units >= 0)),
  CONSTRAINT fund_value_share_units_check CHECK ((share_units >= 0)),
  CONSTRAINT fund_value_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);

CREATE TABLE home_link (
  id text NOT NULL,
  target text,
  CONSTRAINT home_link_pkey PRIMARY KEY (id),
  CONSTRAINT home_link_id_check CHECK ((id ~ '^[a-z_]{1,40}$'::text)),
  CONSTRAINT home_link_target_check CHECK ((target ~ '^(pages/|https://)'::text))
);
CREATE TRIGGER home_link_is_set_by_two BEFORE INSERT OR DELETE OR UPDATE ON public.home_link FOR EACH ROW WHEN (had_real_coins()) EXECUTE FUNCTION home_link_is_set_by_two();

CREATE TABLE identity_certificate (
  pub text NOT NULL,
  chain text NOT NULL,
  address text NOT NULL,
  iat bigint NOT NULL,
  old_signature text NOT NULL,
  new_signature text NOT NULL,
  CONSTRAINT identity_certificate_pkey PRIMARY KEY (pub, chain),
  CONSTRAINT identity_certificate_pub_fkey FOREIGN KEY (pub) REFERENCES identity_key(pub)
);

CREATE TABLE identity_challenge (
  part smallint NOT NULL,
  cid text NOT NULL,
  used_at timestamp with time zone NOT NULL,
  caller text,
  wallet_id text,
  new_pub text,
  guards text,
  CONSTRAINT identity_challenge_pkey PRIMARY KEY (part, cid),
  CONSTRAINT identity_challenge_check CHECK (((wallet_id IS NULL) = (guards IS NULL)))
) PARTITION BY LIST (part) -- 4 partitions;

CREATE TABLE identity_key (
  pub text NOT NULL,
  wallet_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  old_pub text,
  handover_message text,
  handover_old_signature text,
  handover_new_signature text,
  pinned_at timestamp with time zone,
  CONSTRAINT identity_key_pkey PRIMARY KEY (pub),
  CONSTRAINT identity_key_check CHECK (((old_pub IS NULL) = (handover_message IS NULL))),
  CONSTRAINT identity_key_pub_check CHECK ((length(pub) = 43)),
  CONSTRAINT identity_key_old_pub_fkey FOREIGN KEY (old_pub) REFERENCES identity_key(pub),
  CONSTRAINT identity_key_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE UNIQUE INDEX identity_key_active ON public.identity_key USING btree (wallet_id) WHERE (revoked_at IS NULL);
CREATE INDEX identity_key_unpinned ON public.identity_key USING btree (created_at) WHERE (pinned_at IS NULL);
CREATE TRIGGER tell_news AFTER INSERT ON public.identity_key FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE investment_order (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  wallet_id text NOT NULL,
  product_id bigint NOT NULL,
  line text NOT NULL,
  state text NOT NULL,
  terms jsonb NOT NULL,
  card_hash text NOT NULL,
  bought_at timestamp with time zone NOT NULL,
  round integer DEFAULT 0 NOT NULL,
  round_started timestamp with time zone NOT NULL,
  round_ends timestamp with time zone,
  base_units bigint NOT NULL,
  side_units bigint NOT NULL,
  promise_units bigint NOT NULL,
  next_promise_units bigint,
  value_units bigint NOT NULL,
  side_value_units bigint NOT NULL,
  reinvest boolean NOT NULL,
  pool_short boolean DEFAULT false NOT NULL,
  paid_units bigint DEFAULT 0 NOT NULL,
  over_at timestamp with time zone,
  share_units bigint DEFAULT 0 NOT NULL,
  paid_value_units bigint DEFAULT 0 NOT NULL,
  power_units bigint GENERATED ALWAYS AS ((floor(((value_units)::numeric * ((terms ->> 'powerPerDay'::text))::numeric)))::bigint) STORED,
  weight_units numeric GENERATED ALWAYS AS (floor((((terms ->> 'weight'::text))::numeric * (100000000)::numeric))) STORED,
  acknowledged_at timestamp with time zone,
  pair text GENERATED ALWAYS AS ((((terms ->> 'base'::text) || '-'::text) || (terms ->> 'side'::text))) STORED,
  shares_weight numeric GENERATED ALWAYS AS (floor(((share_units)::numeric * COALESCE(((terms ->> 'weight'::text))::numeric, (1)::numeric)))) STORED,
  CONSTRAINT investment_order_pkey PRIMARY KEY (id),
  CONSTRAINT acceleration_only_marks CHECK (((line <> 'acceleration'::text) OR ((base_units > 0) AND (side_units = 0) AND (promise_units = 0) AND (next_promise_units IS NULL) AND (share_units = 0) AND ((terms ->> 'boost'::text) = ANY (ARRAY['1.0'::text, '2.0'::text]))))),
  CONSTRAINT investment_order_base_units_check CHECK ((base_units >= 0)),
  CONSTRAINT investment_order_check CHECK ((round_ends > round_started)),
  CONSTRAINT investment_order_next_promise_units_check CHECK ((next_promise_units >= 0)),
  CONSTRAINT investment_order_paid_units_check CHECK ((paid_units >= 0)),
  CONSTRAINT investment_order_paid_value_units_check CHECK ((paid_value_units >= 0)),
  CONSTRAINT investment_order_promise_units_check CHECK ((promise_units >= 0)),
  CONSTRAINT investment_order_round_check CHECK ((round >= 0)),
  CONSTRAINT investment_order_share_units_check CHECK ((share_units >= 0)),
  CONSTRAINT investment_order_side_units_check CHECK ((side_units >= 0)),
  CONSTRAINT investment_order_side_value_units_check CHECK ((side_value_units >= 0)),
  CONSTRAINT investment_order_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'queued'::text, 'due'::text, 'to_be_started'::text, 'earning'::text, 'paused'::text, 'to_be_released'::text, 'ended'::text, 'closed'::text, 'cancelled'::text, 'exited'::text]))),
  CONSTRAINT investment_order_value_units_check CHECK ((value_units >= 0)),
  CONSTRAINT machine_is_paid_three_times_at_most CHECK (((line <> 'machine'::text) OR (paid_value_units <= (3 * value_units)))),
  CONSTRAINT order_is_worth_its_maximum_at_most CHECK (((value_units)::numeric <= (((terms ->> 'maximumValue'::text))::numeric * (100000000)::numeric))),
  CONSTRAINT investment_order_card_hash_fkey FOREIGN KEY (card_hash) REFERENCES product_card(hash),
  CONSTRAINT investment_order_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  CONSTRAINT investment_order_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX investment_order_accruing ON public.investment_order USING btree (line, id) WHERE (state = ANY (ARRAY['earning'::text, 'paused'::text]));
CREATE INDEX investment_order_ended ON public.investment_order USING btree (over_at, id) WHERE (state = ANY (ARRAY['ended'::text, 'exited'::text]));
CREATE INDEX investment_order_left ON public.investment_order USING btree (over_at) WHERE ((state = 'cancelled'::text) AND (round > 0));
CREATE INDEX investment_order_of_fund ON public.investment_order USING btree (product_id, state) INCLUDE (base_units, share_units) WHERE (line = 'fund'::text);
CREATE INDEX investment_order_of_kind ON public.investment_order USING btree (wallet_id, line, state, id DESC);
CREATE INDEX investment_order_of_wallet ON public.investment_order USING btree (wallet_id, id DESC);
CREATE UNIQUE INDEX investment_order_one_node ON public.investment_order USING btree (wallet_id) WHERE ((line = 'node'::text) AND (state <> ALL (ARRAY['ended'::text, 'closed'::text, 'cancelled'::text, 'exited'::text])));
CREATE INDEX investment_order_over ON public.investment_order USING btree (wallet_id, over_at, id) WHERE (over_at IS NOT NULL);
CREATE INDEX investment_order_packages_sold ON public.investment_order USING btree (bought_at) INCLUDE (wallet_id, value_units, state) WHERE ((line = 'package'::text) AND (base_units > 0));
CREATE INDEX investment_order_paying_out ON public.investment_order USING btree (line, id) WHERE (state = 'to_be_released'::text);
CREATE INDEX investment_order_running ON public.investment_order USING btree (line, round_ends, id) WHERE (state = ANY (ARRAY['earning'::text, 'paused'::text]));
CREATE INDEX investment_order_to_start ON public.investment_order USING btree (line, round_started, id) WHERE (state = 'to_be_started'::text);
CREATE CONSTRAINT TRIGGER acceleration_goes_on_when_covered AFTER UPDATE OF state ON public.investment_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.line = 'acceleration'::text) AND (old.state = 'paused'::text) AND (new.state = 'earning'::text))) EXECUTE FUNCTION acceleration_is_covered();
CREATE CONSTRAINT TRIGGER acceleration_marks_what_is_there AFTER INSERT ON public.investment_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.line = 'acceleration'::text)) EXECUTE FUNCTION acceleration_is_covered();
CREATE TRIGGER investment_order_keeps_its_terms BEFORE UPDATE ON public.investment_order FOR EACH ROW EXECUTE FUNCTION investment_order_keeps_its_terms();
CREATE TRIGGER package_is_within_caps AFTER INSERT ON public.investment_order FOR EACH ROW WHEN (((new.line = 'package'::text) AND (new.base_units > 0))) EXECUTE FUNCTION package_is_within_caps();

CREATE TABLE kept_answer (
  part smallint NOT NULL,
  wallet_id text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  sealed bytea,
  at timestamp with time zone NOT NULL,
  CONSTRAINT kept_answer_pkey PRIMARY KEY (part, wallet_id, key)
) PARTITION BY LIST (part) -- 10 partitions;

CREATE TABLE let_go_minute (
  slot smallint NOT NULL,
  coin text NOT NULL,
  minute bigint NOT NULL,
  value_units numeric NOT NULL,
  units numeric NOT NULL,
  CONSTRAINT let_go_minute_pkey PRIMARY KEY (slot, coin),
  CONSTRAINT let_go_minute_check CHECK (((minute % (128)::bigint) = slot)),
  CONSTRAINT let_go_minute_slot_check CHECK (((slot >= 0) AND (slot <= 127)))
) WITH (fillfactor=50);

CREATE TABLE login_failure (
  part smallint NOT NULL,
  wallet_id text NOT NULL,
  hour timestamp with time zone NOT NULL,
  place smallint NOT NULL,
  device_id text NOT NULL,
  times bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  user_agent text NOT NULL,
  ip text NOT NULL,
  known_device boolean NOT NULL,
  CONSTRAINT login_failure_pkey PRIMARY KEY (part, wallet_id, hour, place),
  CONSTRAINT login_failure_part_wallet_id_hour_device_id_key UNIQUE (part, wallet_id, hour, device_id),
  CONSTRAINT login_failure_check CHECK (((device_id = ''::text) = (place = 8))),
  CONSTRAINT login_failure_place_check CHECK (((place >= 0) AND (place <= 8))),
  CONSTRAINT login_failure_times_check CHECK ((times > 0))
) PARTITION BY LIST (part) -- 8 partitions;

CREATE TABLE login_record (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  wallet_id text NOT NULL,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  device_id text NOT NULL,
  user_agent text NOT NULL,
  ip text NOT NULL,
  known_device boolean NOT NULL,
  CONSTRAINT login_record_pkey PRIMARY KEY (id),
  CONSTRAINT login_record_kind_check CHECK ((kind = ANY (ARRAY['create'::text, 'phrase'::text, 'restore'::text, 'password'::text]))),
  CONSTRAINT login_record_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX login_record_device ON public.login_record USING btree (wallet_id, device_id);
CREATE INDEX login_record_new ON public.login_record USING btree (wallet_id, at, id) WHERE ((NOT known_device) AND (kind <> 'create'::text));
CREATE INDEX login_record_wallet ON public.login_record USING btree (wallet_id, id);

CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  digest text NOT NULL,
  wallet_id text NOT NULL,
  kind text NOT NULL,
  sealed bytea,
  created_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone,
  sent_at timestamp with time zone,
  CONSTRAINT mail_pkey PRIMARY KEY (id),
  CONSTRAINT mail_check CHECK (((due_at IS NULL) OR (sent_at IS NULL)))
);
CREATE INDEX mail_created ON public.mail USING btree (created_at);
CREATE INDEX mail_due ON public.mail USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX mail_of_mailbox ON public.mail USING btree (digest, created_at);
CREATE TRIGGER tell_news AFTER INSERT ON public.mail FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE mail_code (
  wallet_id text NOT NULL,
  scene text NOT NULL,
  digest text NOT NULL,
  session_id text NOT NULL,
  guards text NOT NULL,
  code_sum text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT mail_code_pkey PRIMARY KEY (wallet_id, scene),
  CONSTRAINT mail_code_scene_check CHECK ((scene = ANY (ARRAY['bind'::text, 'rebind'::text, 'password'::text, 'hello'::text]))),
  CONSTRAINT mail_code_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX mail_code_sent ON public.mail_code USING btree (sent_at);

CREATE TABLE mailbox (
  wallet_id text NOT NULL,
  sealed_address bytea NOT NULL,
  digest text NOT NULL,
  language text NOT NULL,
  bound_at timestamp with time zone NOT NULL,
  heard_at timestamp with time zone NOT NULL,
  released_from timestamp with time zone,
  told_at timestamp with time zone,
  CONSTRAINT mailbox_pkey PRIMARY KEY (wallet_id),
  CONSTRAINT mailbox_digest_key UNIQUE (digest),
  CONSTRAINT mailbox_check CHECK (((told_at IS NULL) OR (released_from IS NOT NULL))),
  CONSTRAINT mailbox_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE TRIGGER mailbox_kept_is_counted AFTER UPDATE OF released_from ON public.mailbox FOR EACH ROW WHEN ((current_setting('glasshouse.word'::text, true) = 'one'::text)) EXECUTE FUNCTION mailbox_kept_is_counted();

CREATE TABLE market (
  pair text NOT NULL,
  seeded_at timestamp with time zone,
  company_shares bigint DEFAULT 0 NOT NULL,
  order_shares bigint DEFAULT 0 NOT NULL,
  notice_shares bigint,
  notice_at timestamp with time zone,
  CONSTRAINT market_pkey PRIMARY KEY (pair),
  CONSTRAINT market_check CHECK (((notice_shares IS NULL) = (notice_at IS NULL))),
  CONSTRAINT market_company_shares_check CHECK ((company_shares >= 0)),
  CONSTRAINT market_notice_shares_check CHECK ((notice_shares > 0)),
  CONSTRAINT market_order_shares_check CHECK ((order_shares >= 0)),
  CONSTRAINT market_pair_check CHECK ((pair ~ '^[A-Z0-9]+-[A-Z0-9]+$'::text))
);

CREATE TABLE market_candle (
  pair text NOT NULL,
  period text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  base_units numeric NOT NULL,
  quote_units numeric NOT NULL,
  trades bigint NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT market_candle_pkey PRIMARY KEY (pair, period, opened_at),
  CONSTRAINT market_candle_check CHECK (((low <= LEAST(open, close)) AND (high >= GREATEST(open, close)))),
  CONSTRAINT market_candle_period_check CHECK ((period = ANY (ARRAY['minute'::text, 'hour'::text, 'day'::text]))),
  CONSTRAINT market_candle_pair_fkey FOREIGN KEY (pair) REFERENCES market(pair)
);

CREATE TABLE market_share_change (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  pair text NOT NULL,
  holder text NOT NULL,
  shares bigint NOT NULL,
  posting bigint NOT NULL,
  CONSTRAINT market_share_change_pkey PRIMARY KEY (id),
  CONSTRAINT market_share_change_shares_check CHECK ((shares <> 0)),
  CONSTRAINT market_share_change_pair_fkey FOREIGN KEY (pair) REFERENCES market(pair)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.market_share_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE market_standing (
  trade_id bigint NOT NULL,
  pair text NOT NULL,
  at timestamp with time zone NOT NULL,
  price bigint NOT NULL,
  weighed numeric NOT NULL,
  CONSTRAINT market_standing_pkey PRIMARY KEY (trade_id),
  CONSTRAINT market_standing_pair_fkey FOREIGN KEY (pair) REFERENCES market(pair),
  CONSTRAINT market_standing_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES market_trade(id)
);
CREATE INDEX market_standing_by_time ON public.market_standing USING btree (pair, at DESC, trade_id DESC);

CREATE TABLE market_trade (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  pair text NOT NULL,
  at timestamp with time zone NOT NULL,
  base_units bigint NOT NULL,
  quote_units bigint NOT NULL,
  price bigint NOT NULL,
  price_after bigint,
  CONSTRAINT market_trade_pkey PRIMARY KEY (id),
  CONSTRAINT market_trade_base_units_check CHECK ((base_units > 0)),
  CONSTRAINT market_trade_price_after_check CHECK ((price_after > 0)),
  CONSTRAINT market_trade_price_check CHECK ((price > 0)),
  CONSTRAINT market_trade_quote_units_check CHECK ((quote_units > 0)),
  CONSTRAINT market_trade_pair_fkey FOREIGN KEY (pair) REFERENCES market(pair)
);
CREATE INDEX market_trade_by_time ON public.market_trade USING btree (pair, at DESC, id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.market_trade FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_candle AFTER INSERT ON public.market_trade REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION keep_candle();
CREATE TRIGGER keep_standing AFTER INSERT ON public.market_trade REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION keep_standing();

CREATE TABLE migration (
  name text NOT NULL,
  digest text NOT NULL,
  applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  version text,
  CONSTRAINT migration_pkey PRIMARY KEY (name)
);

CREATE TABLE moved_without_code (
  key text NOT NULL,
  wallet_id text NOT NULL,
  value_units bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT moved_without_code_pkey PRIMARY KEY (key),
  CONSTRAINT moved_without_code_value_units_check CHECK ((value_units >= 0)),
  CONSTRAINT moved_without_code_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX moved_without_code_wallet ON public.moved_without_code USING btree (wallet_id, at);

CREATE TABLE network (
  chain text NOT NULL,
  evm_chain_id bigint NOT NULL,
  genesis_hash text,
  tokens jsonb NOT NULL,
  start_block bigint NOT NULL,
  explorer_url text NOT NULL,
  demo boolean NOT NULL,
  enabled boolean NOT NULL,
  head bigint DEFAULT 0 NOT NULL,
  head_at timestamp with time zone,
  vault text,
  cold_address text,
  proof_log text,
  public_url text,
  sweeper text,
  cold_signature text,
  CONSTRAINT network_pkey PRIMARY KEY (chain)
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.network FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER network_is_named_by_two BEFORE INSERT OR UPDATE ON public.network FOR EACH ROW EXECUTE FUNCTION network_is_named_by_two();
CREATE TRIGGER note_real_network AFTER INSERT OR UPDATE ON public.network FOR EACH ROW WHEN ((NOT new.demo)) EXECUTE FUNCTION note_real_network();

CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  published_at timestamp with time zone NOT NULL,
  texts jsonb NOT NULL,
  text_hash text NOT NULL,
  CONSTRAINT notice_pkey PRIMARY KEY (id),
  CONSTRAINT notice_text_hash_key UNIQUE (text_hash),
  CONSTRAINT notice_texts_check CHECK ((texts ? 'en'::text))
);
CREATE INDEX notice_newest ON public.notice USING btree (published_at DESC, id DESC);
CREATE TRIGGER said_by_operators BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.notice FOR EACH STATEMENT WHEN ((had_real_coins() AND (NOT is_said_by_operators()))) EXECUTE FUNCTION refuse_unsaid();

CREATE TABLE notice_read_position (
  wallet_id text NOT NULL,
  business_at timestamp with time zone NOT NULL,
  real_at timestamp with time zone NOT NULL,
  CONSTRAINT notice_read_position_pkey PRIMARY KEY (wallet_id),
  CONSTRAINT notice_read_position_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);

CREATE TABLE operator (
  name text NOT NULL,
  public_key text NOT NULL,
  is_demo boolean DEFAULT false NOT NULL,
  added_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT operator_pkey PRIMARY KEY (name),
  CONSTRAINT operator_public_key_key UNIQUE (public_key),
  CONSTRAINT operator_check CHECK ((ended_at >= added_at)),
  CONSTRAINT operator_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{1,30}$'::text)),
  CONSTRAINT operator_public_key_check CHECK ((length(public_key) = 43))
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.operator FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_is_named_by_two BEFORE INSERT OR UPDATE ON public.operator FOR EACH ROW EXECUTE FUNCTION operator_is_named_by_two();
CREATE TRIGGER refuse_demo_operator BEFORE INSERT OR UPDATE ON public.operator FOR EACH ROW EXECUTE FUNCTION refuse_demo_operator();

CREATE TABLE operator_log (
  id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  verb text NOT NULL,
  args jsonb NOT NULL,
  changed jsonb NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL,
  operator text NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  proposal bigint,
  is_public boolean DEFAULT false NOT NULL,
  told jsonb,
  salt text NOT NULL,
  CONSTRAINT operator_log_pkey PRIMARY KEY (id),
  CONSTRAINT operator_log_hash_key UNIQUE (hash),
  CONSTRAINT operator_log_check CHECK (((told IS NULL) OR (NOT is_public))),
  CONSTRAINT operator_log_salt_check CHECK ((length(salt) = 22)),
  CONSTRAINT operator_log_operator_fkey FOREIGN KEY (operator) REFERENCES operator(name),
  CONSTRAINT operator_log_proposal_fkey FOREIGN KEY (proposal) REFERENCES operator_proposal(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_log_head (
  day date NOT NULL,
  line bigint NOT NULL,
  hash text NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  CONSTRAINT operator_log_head_pkey PRIMARY KEY (day)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_log_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER heads_have_one_key BEFORE INSERT ON public.operator_log_head FOR EACH ROW EXECUTE FUNCTION heads_have_one_key();

CREATE TABLE operator_proposal (
  id bigint NOT NULL,
  verb text NOT NULL,
  args jsonb NOT NULL,
  flags jsonb NOT NULL,
  will jsonb NOT NULL,
  guard text NOT NULL,
  text text NOT NULL,
  hash text NOT NULL,
  proposed_by text NOT NULL,
  signature text NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  approved_by text,
  approval text,
  done_at timestamp with time zone,
  refused_by text,
  refused_at timestamp with time zone,
  refusal text,
  CONSTRAINT operator_proposal_pkey PRIMARY KEY (id),
  CONSTRAINT operator_proposal_check CHECK ((hash = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text))),
  CONSTRAINT operator_proposal_check1 CHECK ((expires_at > proposed_at)),
  CONSTRAINT operator_proposal_check2 CHECK ((((approved_by IS NULL) = (done_at IS NULL)) AND ((approved_by IS NULL) = (approval IS NULL)))),
  CONSTRAINT operator_proposal_check3 CHECK ((((refused_by IS NULL) = (refused_at IS NULL)) AND ((refused_by IS NULL) = (refusal IS NULL)))),
  CONSTRAINT operator_proposal_check4 CHECK (((done_at IS NULL) OR (refused_at IS NULL))),
  CONSTRAINT operator_proposal_check5 CHECK (((done_at >= proposed_at) AND (done_at < expires_at))),
  CONSTRAINT operator_proposal_check6 CHECK (((approved_by <> proposed_by) OR ((guard = 'two-or-72h'::text) AND (done_at >= (proposed_at + '72:00:00'::interval))))),
  CONSTRAINT operator_proposal_guard_check CHECK ((guard = ANY (ARRAY['two'::text, 'two-or-72h'::text]))),
  CONSTRAINT operator_proposal_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES operator(name),
  CONSTRAINT operator_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator(name),
  CONSTRAINT operator_proposal_refused_by_fkey FOREIGN KEY (refused_by) REFERENCES operator(name)
);
CREATE INDEX operator_proposal_open ON public.operator_proposal USING btree (id) WHERE ((done_at IS NULL) AND (refused_at IS NULL));
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.operator_proposal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_proposal_begins_now BEFORE INSERT ON public.operator_proposal FOR EACH ROW EXECUTE FUNCTION operator_proposal_begins_now();
CREATE TRIGGER operator_proposal_is_final BEFORE UPDATE ON public.operator_proposal FOR EACH ROW EXECUTE FUNCTION operator_proposal_is_final();

CREATE TABLE operator_refusal (
  proposal bigint NOT NULL,
  operator text NOT NULL,
  reason text NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  CONSTRAINT operator_refusal_pkey PRIMARY KEY (proposal, operator),
  CONSTRAINT operator_refusal_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT operator_refusal_operator_fkey FOREIGN KEY (operator) REFERENCES operator(name),
  CONSTRAINT operator_refusal_proposal_fkey FOREIGN KEY (proposal) REFERENCES operator_proposal(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_refusal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_refusal_is_now BEFORE INSERT ON public.operator_refusal FOR EACH ROW EXECUTE FUNCTION operator_refusal_is_now();

CREATE TABLE operator_stop (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subject text NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT operator_stop_pkey PRIMARY KEY (id),
  CONSTRAINT operator_stop_check CHECK ((until >= at)),
  CONSTRAINT operator_stop_cost CHECK (((until - at) =
CASE kind
    WHEN 'sessions'::text THEN '24:00:00'::interval
    WHEN 'address'::text THEN '72:00:00'::interval
    WHEN 'mailbox'::text THEN '72:00:00'::interval
    WHEN 'return'::text THEN '72:00:00'::interval
    ELSE (until - at)
END)),
  CONSTRAINT operator_stop_kind_check CHECK ((kind = ANY (ARRAY['suspension'::text, 'withdrawals'::text, 'value'::text, 'block'::text, 'sessions'::text, 'address'::text, 'mailbox'::text, 'return'::text])))
);
CREATE INDEX operator_stop_subject ON public.operator_stop USING btree (subject, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_stop FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_stop_is_within_budget AFTER INSERT ON public.operator_stop FOR EACH ROW WHEN ((NOT has_word_of_two())) EXECUTE FUNCTION operator_stop_is_within_budget();

CREATE TABLE order_event (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  params jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT order_event_pkey PRIMARY KEY (id),
  CONSTRAINT order_event_order_id_fkey FOREIGN KEY (order_id) REFERENCES investment_order(id)
);
CREATE INDEX order_event_of_order ON public.order_event USING btree (order_id, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE order_reservation (
  order_id bigint NOT NULL,
  wallet_id text NOT NULL,
  product_id bigint NOT NULL,
  base_units bigint NOT NULL,
  prepaid_units bigint NOT NULL,
  credit_units bigint NOT NULL,
  reserved_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  quota_day date,
  paid_at timestamp with time zone,
  bonus_units bigint DEFAULT 0 NOT NULL,
  over_at timestamp with time zone,
  credit_over_at timestamp with time zone,
  CONSTRAINT order_reservation_pkey PRIMARY KEY (order_id),
  CONSTRAINT order_reservation_base_units_check CHECK ((base_units > 0)),
  CONSTRAINT order_reservation_bonus_units_check CHECK ((bonus_units >= 0)),
  CONSTRAINT order_reservation_check CHECK ((prepaid_units = ((base_units + 99) / 100))),
  CONSTRAINT order_reservation_check1 CHECK (((due_at IS NULL) = (quota_day IS NULL))),
  CONSTRAINT order_reservation_check2 CHECK (((paid_at IS NULL) OR ((over_at IS NULL) AND (paid_at >= due_at) AND (paid_at < (due_at + '24:00:00'::interval))))),
  CONSTRAINT order_reservation_check3 CHECK (((bonus_units = 0) OR (paid_at IS NOT NULL))),
  CONSTRAINT order_reservation_credit_after_payment CHECK (((credit_over_at IS NULL) OR (credit_over_at >= paid_at))),
  CONSTRAINT order_reservation_credit_units_check CHECK ((credit_units > 0)),
  CONSTRAINT order_reservation_order_id_fkey FOREIGN KEY (order_id) REFERENCES investment_order(id),
  CONSTRAINT order_reservation_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  CONSTRAINT order_reservation_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX order_reservation_credit_held ON public.order_reservation USING btree (order_id) WHERE ((paid_at IS NOT NULL) AND (credit_over_at IS NULL));
CREATE INDEX order_reservation_due ON public.order_reservation USING btree (due_at, order_id) WHERE ((due_at IS NOT NULL) AND (paid_at IS NULL) AND (over_at IS NULL));
CREATE INDEX order_reservation_of_wallet ON public.order_reservation USING btree (wallet_id, order_id DESC);
CREATE INDEX order_reservation_open ON public.order_reservation USING btree (wallet_id, order_id DESC) WHERE ((paid_at IS NULL) AND (over_at IS NULL));
CREATE INDEX order_reservation_queue ON public.order_reservation USING btree (product_id, order_id) WHERE ((due_at IS NULL) AND (over_at IS NULL));
CREATE UNIQUE INDEX order_reservation_queued_once ON public.order_reservation USING btree (wallet_id, product_id) WHERE ((due_at IS NULL) AND (over_at IS NULL));
CREATE TRIGGER order_reservation_keeps_its_price BEFORE UPDATE ON public.order_reservation FOR EACH ROW EXECUTE FUNCTION order_reservation_keeps_its_price();

CREATE TABLE order_round (
  order_id bigint NOT NULL,
  round integer NOT NULL,
  product_id bigint NOT NULL,
  days integer NOT NULL,
  principal_units bigint NOT NULL,
  interest_units bigint NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  CONSTRAINT order_round_pkey PRIMARY KEY (order_id, round),
  CONSTRAINT order_round_order_id_fkey FOREIGN KEY (order_id) REFERENCES investment_order(id)
);
CREATE INDEX order_round_ended ON public.order_round USING brin (ended_at);
CREATE INDEX order_round_of_product ON public.order_round USING btree (product_id, days) INCLUDE (principal_units, interest_units);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_round FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE order_transition (
  state text NOT NULL,
  next text NOT NULL,
  CONSTRAINT order_transition_pkey PRIMARY KEY (state, next)
);

CREATE TABLE otc_ad (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  maker_id text NOT NULL,
  side text NOT NULL,
  fiat text NOT NULL,
  price_units bigint,
  margin_points integer,
  units bigint NOT NULL,
  bound_units bigint DEFAULT 0 NOT NULL,
  done_units bigint DEFAULT 0 NOT NULL,
  least_units bigint NOT NULL,
  most_units bigint NOT NULL,
  window_minutes integer NOT NULL,
  terms text NOT NULL,
  methods jsonb NOT NULL,
  state text NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  CONSTRAINT otc_ad_pkey PRIMARY KEY (id),
  CONSTRAINT otc_ad_bound_units_check CHECK ((bound_units >= 0)),
  CONSTRAINT otc_ad_check CHECK (((price_units IS NULL) <> (margin_points IS NULL))),
  CONSTRAINT otc_ad_check1 CHECK (((bound_units + done_units) <= units)),
  CONSTRAINT otc_ad_check2 CHECK ((least_units <= most_units)),
  CONSTRAINT otc_ad_check3 CHECK (((state <> 'removed'::text) OR (bound_units = 0))),
  CONSTRAINT otc_ad_done_units_check CHECK ((done_units >= 0)),
  CONSTRAINT otc_ad_fiat_check CHECK ((fiat ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT otc_ad_least_units_check CHECK ((least_units > 0)),
  CONSTRAINT otc_ad_margin_points_check CHECK (((margin_points >= '-1000'::integer) AND (margin_points <= 1000))),
  CONSTRAINT otc_ad_price_units_check CHECK ((price_units > 0)),
  CONSTRAINT otc_ad_side_check CHECK ((side = ANY (ARRAY['sell'::text, 'buy'::text]))),
  CONSTRAINT otc_ad_state_check CHECK ((state = ANY (ARRAY['enabled'::text, 'disabled'::text, 'removed'::text]))),
  CONSTRAINT otc_ad_terms_check CHECK ((length(terms) <= 2000)),
  CONSTRAINT otc_ad_units_check CHECK ((units > 0)),
  CONSTRAINT otc_ad_window_minutes_check CHECK (((window_minutes >= 15) AND (window_minutes <= 60))),
  CONSTRAINT otc_ad_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES wallet(id)
);
CREATE UNIQUE INDEX otc_ad_alone ON public.otc_ad USING btree (maker_id, side, fiat) WHERE (state <> 'removed'::text);
CREATE INDEX otc_ad_listed ON public.otc_ad USING btree (fiat, side) WHERE (state = 'enabled'::text);
CREATE INDEX otc_ad_of ON public.otc_ad USING btree (maker_id, id);
CREATE INDEX otc_ad_own ON public.otc_ad USING btree (maker_id, id) WHERE (state <> 'removed'::text);
CREATE CONSTRAINT TRIGGER otc_ad_holds_its_coins AFTER INSERT OR UPDATE ON public.otc_ad DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION otc_ad_holds_its_coins();
CREATE TRIGGER otc_ad_is_counted BEFORE INSERT OR UPDATE ON public.otc_ad FOR EACH ROW EXECUTE FUNCTION otc_ad_is_counted();
CREATE TRIGGER otc_ad_keeps_itself BEFORE UPDATE ON public.otc_ad FOR EACH ROW EXECUTE FUNCTION otc_ad_keeps_itself();
CREATE TRIGGER otc_ad_names_kept_details BEFORE INSERT OR UPDATE OF methods ON public.otc_ad FOR EACH ROW EXECUTE FUNCTION otc_ad_names_kept_details();
CREATE TRIGGER otc_ad_stays BEFORE DELETE OR TRUNCATE ON public.otc_ad FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE otc_dispute (
  transaction_id bigint NOT NULL,
  opened_by text NOT NULL,
  reason text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  told_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  answer text,
  decided_at timestamp with time zone,
  decided_units bigint,
  decision text,
  CONSTRAINT otc_dispute_pkey PRIMARY KEY (transaction_id),
  CONSTRAINT otc_dispute_check CHECK (((answered_at IS NULL) = (answer IS NULL))),
  CONSTRAINT otc_dispute_check1 CHECK ((((decided_at IS NULL) = (decided_units IS NULL)) AND ((decided_at IS NULL) = (decision IS NULL)))),
  CONSTRAINT otc_dispute_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES wallet(id),
  CONSTRAINT otc_dispute_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES otc_transaction(id)
);
CREATE INDEX otc_dispute_open ON public.otc_dispute USING btree (opened_at) WHERE (decided_at IS NULL);
CREATE TRIGGER otc_dispute_begins BEFORE INSERT ON public.otc_dispute FOR EACH ROW EXECUTE FUNCTION otc_dispute_begins();
CREATE CONSTRAINT TRIGGER otc_dispute_ends AFTER UPDATE ON public.otc_dispute DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION otc_dispute_ends();
CREATE TRIGGER otc_dispute_is_decided_once BEFORE UPDATE ON public.otc_dispute FOR EACH ROW EXECUTE FUNCTION otc_dispute_is_decided_once();
CREATE TRIGGER otc_dispute_stays BEFORE DELETE OR TRUNCATE ON public.otc_dispute FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE otc_event (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transaction_id bigint NOT NULL,
  kind text NOT NULL,
  by_id text,
  at timestamp with time zone NOT NULL,
  CONSTRAINT otc_event_pkey PRIMARY KEY (id),
  CONSTRAINT otc_event_kind_check CHECK ((kind = ANY (ARRAY['taken'::text, 'paid'::text, 'released'::text, 'cancelled'::text, 'unpaid'::text, 'disputed'::text, 'answered'::text, 'evidence'::text, 'decided'::text]))),
  CONSTRAINT otc_event_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES otc_transaction(id)
);
CREATE INDEX otc_event_of ON public.otc_event USING btree (transaction_id, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.otc_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE otc_evidence (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transaction_id bigint NOT NULL,
  wallet_id text NOT NULL,
  picture text NOT NULL,
  bytes bytea NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT otc_evidence_pkey PRIMARY KEY (id),
  CONSTRAINT otc_evidence_transaction_id_picture_key UNIQUE (transaction_id, picture),
  CONSTRAINT otc_evidence_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES otc_dispute(transaction_id),
  CONSTRAINT otc_evidence_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX otc_evidence_kept ON public.otc_evidence USING btree (at) WHERE (bytes <> '\x'::bytea);
CREATE INDEX otc_evidence_of ON public.otc_evidence USING btree (wallet_id, at);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.otc_evidence FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER otc_evidence_has_room AFTER INSERT ON public.otc_evidence FOR EACH ROW EXECUTE FUNCTION otc_evidence_has_room();
CREATE TRIGGER otc_evidence_is_of_the_two BEFORE INSERT ON public.otc_evidence FOR EACH ROW EXECUTE FUNCTION otc_evidence_is_of_the_two();
CREATE TRIGGER otc_evidence_stays BEFORE UPDATE ON public.otc_evidence FOR EACH ROW EXECUTE FUNCTION otc_evidence_stays();

CREATE TABLE otc_payment_details (
  sealed_details text NOT NULL,
  maker_id text NOT NULL,
  method integer NOT NULL,
  kept_at timestamp with time zone NOT NULL,
  usable_from timestamp with time zone NOT NULL,
  CONSTRAINT otc_payment_details_pkey PRIMARY KEY (sealed_details),
  CONSTRAINT otc_payment_details_check CHECK ((usable_from >= kept_at)),
  CONSTRAINT otc_payment_details_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES wallet(id)
);
CREATE INDEX otc_payment_details_of ON public.otc_payment_details USING btree (maker_id, kept_at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.otc_payment_details FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER otc_payment_details_wait BEFORE INSERT ON public.otc_payment_details FOR EACH ROW EXECUTE FUNCTION otc_payment_details_wait();

CREATE TABLE otc_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  ad_id bigint NOT NULL,
  maker_id text NOT NULL,
  taker_id text NOT NULL,
  seller_id text NOT NULL,
  buyer_id text NOT NULL,
  fiat text NOT NULL,
  price_units bigint NOT NULL,
  units bigint NOT NULL,
  fiat_units bigint NOT NULL,
  method integer NOT NULL,
  sealed_details text NOT NULL,
  terms text NOT NULL,
  escrow_units bigint NOT NULL,
  state text NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  pay_until timestamp with time zone NOT NULL,
  paid_at timestamp with time zone,
  sealed_payer text,
  ended_at timestamp with time zone,
  released_units bigint DEFAULT 0 NOT NULL,
  fee_units bigint DEFAULT 0 NOT NULL,
  returned_units bigint DEFAULT 0 NOT NULL,
  fault_id text,
  counts boolean NOT NULL,
  maker_source text,
  taker_source text,
  CONSTRAINT otc_transaction_pkey PRIMARY KEY (id),
  CONSTRAINT otc_transaction_check CHECK (((maker_id <> taker_id) AND (seller_id <> buyer_id))),
  CONSTRAINT otc_transaction_check1 CHECK ((((seller_id = maker_id) OR (seller_id = taker_id)) AND ((buyer_id = maker_id) OR (buyer_id = taker_id)))),
  CONSTRAINT otc_transaction_check2 CHECK (((fault_id = maker_id) OR (fault_id = taker_id))),
  CONSTRAINT otc_transaction_check3 CHECK (((state = ANY (ARRAY['released'::text, 'closed'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT otc_transaction_check4 CHECK (((state <> ALL (ARRAY['paid'::text, 'disputed'::text, 'released'::text])) OR (paid_at IS NOT NULL))),
  CONSTRAINT otc_transaction_check5 CHECK (((paid_at IS NULL) = (sealed_payer IS NULL))),
  CONSTRAINT otc_transaction_check6 CHECK ((((released_units >= 0) AND (released_units <= units)) AND (returned_units >= 0))),
  CONSTRAINT otc_transaction_check7 CHECK (((released_units > 0) = (state = 'released'::text))),
  CONSTRAINT otc_transaction_escrow CHECK ((escrow_units = (units +
CASE
    WHEN (seller_id = taker_id) THEN (((units * 2) + 999) / 1000)
    ELSE (0)::bigint
END))),
  CONSTRAINT otc_transaction_fee CHECK ((fee_units = (((released_units * 2) + 999) / 1000))),
  CONSTRAINT otc_transaction_fiat_units_check CHECK ((fiat_units > 0)),
  CONSTRAINT otc_transaction_price_units_check CHECK ((price_units > 0)),
  CONSTRAINT otc_transaction_state_check CHECK ((state = ANY (ARRAY['initialised'::text, 'paid'::text, 'disputed'::text, 'released'::text, 'closed'::text]))),
  CONSTRAINT otc_transaction_units_check CHECK ((units > 0)),
  CONSTRAINT otc_transaction_ad_id_fkey FOREIGN KEY (ad_id) REFERENCES otc_ad(id),
  CONSTRAINT otc_transaction_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES wallet(id),
  CONSTRAINT otc_transaction_taker_id_fkey FOREIGN KEY (taker_id) REFERENCES wallet(id)
);
CREATE INDEX otc_transaction_fault ON public.otc_transaction USING btree (fault_id, ended_at) WHERE (fault_id IS NOT NULL);
CREATE INDEX otc_transaction_maker ON public.otc_transaction USING btree (maker_id, id);
CREATE INDEX otc_transaction_of_ad ON public.otc_transaction USING btree (ad_id);
CREATE UNIQUE INDEX otc_transaction_once ON public.otc_transaction USING btree (ad_id, taker_id) WHERE (ended_at IS NULL);
CREATE INDEX otc_transaction_open ON public.otc_transaction USING btree (taker_id, id) WHERE (ended_at IS NULL);
CREATE INDEX otc_transaction_open_of ON public.otc_transaction USING btree (maker_id, id) WHERE (ended_at IS NULL);
CREATE INDEX otc_transaction_sold ON public.otc_transaction USING btree (seller_id, ended_at) WHERE (state = 'released'::text);
CREATE INDEX otc_transaction_taker ON public.otc_transaction USING btree (taker_id, id);
CREATE INDEX otc_transaction_to_pay ON public.otc_transaction USING btree (buyer_id) WHERE (state = 'initialised'::text);
CREATE INDEX otc_transaction_unpaid ON public.otc_transaction USING btree (pay_until) WHERE (state = 'initialised'::text);
CREATE TRIGGER otc_transaction_begins BEFORE INSERT ON public.otc_transaction FOR EACH ROW EXECUTE FUNCTION otc_transaction_begins();
CREATE TRIGGER otc_transaction_counts AFTER INSERT OR UPDATE ON public.otc_transaction FOR EACH ROW EXECUTE FUNCTION otc_transaction_counts();
CREATE CONSTRAINT TRIGGER otc_transaction_holds_its_coins AFTER INSERT OR UPDATE ON public.otc_transaction DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION otc_transaction_holds_its_coins();
CREATE TRIGGER otc_transaction_keeps_its_terms BEFORE UPDATE ON public.otc_transaction FOR EACH ROW EXECUTE FUNCTION otc_transaction_keeps_its_terms();
CREATE TRIGGER otc_transaction_stays BEFORE DELETE OR TRUNCATE ON public.otc_transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE outgoing_attempt (
  outgoing_id bigint NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  fee_max_per_gas numeric,
  tip_max_per_gas numeric,
  tron jsonb,
  raw text,
  tx_hash text,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT outgoing_attempt_pkey PRIMARY KEY (outgoing_id, number),
  CONSTRAINT outgoing_attempt_tx_hash_key UNIQUE (tx_hash),
  CONSTRAINT outgoing_attempt_check CHECK (((raw IS NULL) = (tx_hash IS NULL))),
  CONSTRAINT outgoing_attempt_check1 CHECK (((fee_max_per_gas IS NULL) = (tip_max_per_gas IS NULL))),
  CONSTRAINT outgoing_attempt_check2 CHECK (((tron IS NULL) <> (fee_max_per_gas IS NULL))),
  CONSTRAINT outgoing_attempt_kind_check CHECK ((kind = ANY (ARRAY['send'::text, 'stop'::text]))),
  CONSTRAINT outgoing_attempt_number_check CHECK ((number > 0)),
  CONSTRAINT outgoing_attempt_outgoing_id_fkey FOREIGN KEY (outgoing_id) REFERENCES outgoing_transaction(id)
);
CREATE TRIGGER attempt_is_signed_once BEFORE DELETE OR UPDATE ON public.outgoing_attempt FOR EACH ROW EXECUTE FUNCTION attempt_is_signed_once();

CREATE TABLE outgoing_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  purpose text NOT NULL,
  chain text NOT NULL,
  lane text NOT NULL,
  nonce bigint,
  state text NOT NULL,
  attempt integer DEFAULT 1 NOT NULL,
  block_number bigint,
  waiting_since bigint,
  ended_at timestamp with time zone,
  CONSTRAINT outgoing_transaction_pkey PRIMARY KEY (id),
  CONSTRAINT outgoing_transaction_check CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['allocated'::text, 'signed'::text, 'sent'::text])))),
  CONSTRAINT outgoing_transaction_check1 CHECK (((purpose <> 'payment'::text) OR (nonce IS NOT NULL))),
  CONSTRAINT outgoing_transaction_purpose_check CHECK ((purpose = ANY (ARRAY['payment'::text, 'sweep'::text, 'tron_step'::text, 'root'::text]))),
  CONSTRAINT outgoing_transaction_state_check CHECK ((state = ANY (ARRAY['allocated'::text, 'signed'::text, 'sent'::text, 'confirmed'::text, 'failed'::text, 'expired'::text, 'lost'::text, 'refused'::text])))
);
CREATE UNIQUE INDEX outgoing_alone ON public.outgoing_transaction USING btree (lane) WHERE ((purpose <> 'payment'::text) AND (ended_at IS NULL));
CREATE UNIQUE INDEX outgoing_nonce ON public.outgoing_transaction USING btree (lane, nonce) WHERE (purpose = 'payment'::text);
CREATE INDEX outgoing_open ON public.outgoing_transaction USING btree (lane, nonce) WHERE (ended_at IS NULL);
CREATE TRIGGER outgoing_is_signed_once BEFORE DELETE OR UPDATE ON public.outgoing_transaction FOR EACH ROW EXECUTE FUNCTION outgoing_is_signed_once();
CREATE TRIGGER tell_news AFTER INSERT OR UPDATE ON public.outgoing_transaction FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE passkey (
  id text NOT NULL,
  wallet_id text NOT NULL,
  device_id text NOT NULL,
  rp_id text NOT NULL,
  user_agent text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  CONSTRAINT passkey_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkey_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  CONSTRAINT passkey_counter_check CHECK ((counter >= 0)),
  CONSTRAINT passkey_end_reason_check CHECK ((end_reason = ANY (ARRAY['removed'::text, 'password_changed'::text, 'restored'::text, 'copied'::text]))),
  CONSTRAINT passkey_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX passkey_ended ON public.passkey USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX passkey_wallet ON public.passkey USING btree (wallet_id, created_at);

CREATE TABLE passkey_challenge (
  part smallint NOT NULL,
  name text NOT NULL,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (part, name)
) PARTITION BY LIST (part) -- 4 partitions;

CREATE TABLE payment (
  withdrawal_id bigint NOT NULL,
  outgoing_id bigint NOT NULL,
  stop_asked_at timestamp with time zone,
  CONSTRAINT payment_pkey PRIMARY KEY (withdrawal_id),
  CONSTRAINT payment_outgoing_id_key UNIQUE (outgoing_id),
  CONSTRAINT payment_outgoing_id_fkey FOREIGN KEY (outgoing_id) REFERENCES outgoing_transaction(id),
  CONSTRAINT payment_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id)
);
CREATE TRIGGER payment_is_signed_once BEFORE DELETE OR UPDATE ON public.payment FOR EACH ROW EXECUTE FUNCTION payment_is_signed_once();
CREATE TRIGGER tell_news AFTER INSERT OR UPDATE ON public.payment FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE payment_lane (
  lane text NOT NULL,
  next_nonce bigint NOT NULL,
  CONSTRAINT payment_lane_pkey PRIMARY KEY (lane),
  CONSTRAINT payment_lane_next_nonce_check CHECK ((next_nonce >= 0))
);

CREATE TABLE payout_cap (
  chain text NOT NULL,
  coin text NOT NULL,
  at_once bigint NOT NULL,
  in_day bigint NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_cap_pkey PRIMARY KEY (chain, coin),
  CONSTRAINT payout_cap_at_once_check CHECK ((at_once >= 0)),
  CONSTRAINT payout_cap_in_day_check CHECK ((in_day >= 0))
);

CREATE TABLE picture (
  id text NOT NULL,
  wallet_id text NOT NULL,
  category text NOT NULL,
  bytes bytea NOT NULL,
  at timestamp with time zone NOT NULL,
  chosen boolean DEFAULT false NOT NULL,
  quota text NOT NULL,
  CONSTRAINT picture_pkey PRIMARY KEY (id),
  CONSTRAINT picture_category_check CHECK ((category = ANY (ARRAY['avatar'::text, 'chat'::text, 'evidence'::text]))),
  CONSTRAINT picture_check CHECK (((quota = 'picture'::text) OR (category = 'evidence'::text))),
  CONSTRAINT picture_id_check CHECK ((id ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT picture_quota_check CHECK ((quota = ANY (ARRAY['picture'::text, 'evidence'::text]))),
  CONSTRAINT picture_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE UNIQUE INDEX picture_chosen ON public.picture USING btree (wallet_id, category) WHERE (chosen AND (category = 'avatar'::text));
CREATE INDEX picture_of_wallet ON public.picture USING btree (wallet_id, category, at DESC);
CREATE INDEX picture_old ON public.picture USING btree (at) WHERE ((category <> 'avatar'::text) AND (bytes <> '\x'::bytea));
CREATE TRIGGER picture_has_room AFTER INSERT OR UPDATE OF bytes ON public.picture FOR EACH ROW EXECUTE FUNCTION picture_has_room();

CREATE TABLE power_code (
  line text NOT NULL,
  code smallint NOT NULL,
  is_back boolean NOT NULL,
  CONSTRAINT power_code_pkey PRIMARY KEY (line, code)
);

CREATE TABLE power_day (
  day date NOT NULL,
  place integer NOT NULL,
  cut bigint NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT power_day_pkey PRIMARY KEY (day),
  CONSTRAINT power_day_hash_key UNIQUE (hash),
  CONSTRAINT power_day_place_key UNIQUE (place),
  CONSTRAINT power_day_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT power_day_place_check CHECK ((place > 0)),
  CONSTRAINT power_day_previous_check CHECK ((previous ~ '^[0-9a-f]{64}$'::text))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.power_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER power_day_is_as_booked AFTER INSERT ON public.power_day FOR EACH ROW EXECUTE FUNCTION power_day_is_as_booked();

CREATE TABLE power_held (
  day date NOT NULL,
  line text NOT NULL,
  orders bigint NOT NULL,
  value_units numeric NOT NULL,
  named_units numeric NOT NULL,
  CONSTRAINT power_held_pkey PRIMARY KEY (day, line),
  CONSTRAINT power_held_named_units_check CHECK ((named_units >= (0)::numeric)),
  CONSTRAINT power_held_orders_check CHECK ((orders > 0)),
  CONSTRAINT power_held_value_units_check CHECK ((value_units >= (0)::numeric)),
  CONSTRAINT power_held_day_fkey FOREIGN KEY (day) REFERENCES power_day(day) DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.power_held FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER power_day_is_closed BEFORE INSERT ON public.power_held FOR EACH ROW EXECUTE FUNCTION power_day_is_closed();

CREATE TABLE power_paid (
  day date NOT NULL,
  line text NOT NULL,
  code smallint NOT NULL,
  units numeric NOT NULL,
  postings bigint NOT NULL,
  CONSTRAINT power_paid_pkey PRIMARY KEY (day, line, code),
  CONSTRAINT power_paid_postings_check CHECK ((postings > 0)),
  CONSTRAINT power_paid_units_check CHECK ((units > (0)::numeric)),
  CONSTRAINT power_paid_day_fkey FOREIGN KEY (day) REFERENCES power_day(day) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT power_paid_line_code_fkey FOREIGN KEY (line, code) REFERENCES power_code(line, code)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.power_paid FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER power_day_is_closed BEFORE INSERT ON public.power_paid FOR EACH ROW EXECUTE FUNCTION power_day_is_closed();

CREATE TABLE price_alert (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  wallet_id text NOT NULL,
  pair text NOT NULL,
  side text NOT NULL,
  level bigint NOT NULL,
  made_at timestamp with time zone NOT NULL,
  fired_at timestamp with time zone,
  fired_price bigint,
  CONSTRAINT price_alert_pkey PRIMARY KEY (id),
  CONSTRAINT price_alert_check CHECK (((fired_at IS NULL) = (fired_price IS NULL))),
  CONSTRAINT price_alert_level_check CHECK ((level > 0)),
  CONSTRAINT price_alert_side_check CHECK ((side = ANY (ARRAY['above'::text, 'below'::text]))),
  CONSTRAINT price_alert_pair_fkey FOREIGN KEY (pair) REFERENCES market(pair),
  CONSTRAINT price_alert_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX price_alert_waiting ON public.price_alert USING btree (pair, side, level) WHERE (fired_at IS NULL);
CREATE INDEX price_alert_wallet ON public.price_alert USING btree (wallet_id, id);

CREATE TABLE product (
  id bigint NOT NULL,
  line text NOT NULL,
  base_coin text NOT NULL,
  side_coin text,
  minimum_units bigint NOT NULL,
  maximum_value_units bigint NOT NULL,
  power_per_day text NOT NULL,
  terms_version integer DEFAULT 1 NOT NULL,
  open_from timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  "position" integer DEFAULT 0 NOT NULL,
  exit_fee text,
  line_terms jsonb DEFAULT '{}'::jsonb NOT NULL,
  quota_units bigint,
  needs_reservation boolean DEFAULT false NOT NULL,
  CONSTRAINT product_pkey PRIMARY KEY (id),
  CONSTRAINT product_base_coin_check CHECK ((base_coin ~ '^[A-Z0-9]+$'::text)),
  CONSTRAINT product_exit_fee_check CHECK ((exit_fee ~ '^0(\.\d{1,12})?$'::text)),
  CONSTRAINT product_line_terms_check CHECK ((jsonb_typeof(line_terms) = 'object'::text)),
  CONSTRAINT product_maximum_value_units_check CHECK ((maximum_value_units > 0)),
  CONSTRAINT product_minimum_units_check CHECK ((minimum_units > 0)),
  CONSTRAINT product_power_per_day_check CHECK ((power_per_day ~ '^\d+(\.\d{1,12})?$'::text)),
  CONSTRAINT product_quota_units_check CHECK ((quota_units > 0)),
  CONSTRAINT product_reserved_is_dual CHECK (((NOT needs_reservation) OR (line = 'dual'::text))),
  CONSTRAINT product_side_coin_check CHECK ((side_coin ~ '^[A-Z0-9]+$'::text)),
  CONSTRAINT product_terms_version_check CHECK ((terms_version > 0))
);
CREATE TRIGGER product_terms_raise_version BEFORE UPDATE ON public.product FOR EACH ROW EXECUTE FUNCTION product_terms_raise_version();

CREATE TABLE product_card (
  hash text NOT NULL,
  product_id bigint NOT NULL,
  terms_version integer NOT NULL,
  lines jsonb NOT NULL,
  CONSTRAINT product_card_pkey PRIMARY KEY (hash),
  CONSTRAINT product_card_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);

CREATE TABLE product_period (
  product_id bigint NOT NULL,
  days integer NOT NULL,
  rate text NOT NULL,
  side_share text NOT NULL,
  power_per_day text,
  weight text,
  CONSTRAINT product_period_pkey PRIMARY KEY (product_id, days),
  CONSTRAINT product_period_days_check CHECK (((days >= 0) AND (days <= 3650))),
  CONSTRAINT product_period_power_per_day_check CHECK ((power_per_day ~ '^\d+(\.\d{1,12})?$'::text)),
  CONSTRAINT product_period_rate_check CHECK ((rate ~ '^\d+(\.\d{1,12})?$'::text)),
  CONSTRAINT product_period_side_share_check CHECK ((side_share ~ '^\d+(\.\d{1,12})?$'::text)),
  CONSTRAINT product_period_weight_check CHECK ((weight ~ '^\d+(\.\d{1,12})?$'::text)),
  CONSTRAINT product_period_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);
CREATE TRIGGER product_period_raises_version AFTER DELETE OR UPDATE ON public.product_period FOR EACH ROW EXECUTE FUNCTION product_period_raises_version();

CREATE TABLE product_quota (
  product_id bigint NOT NULL,
  day date NOT NULL,
  taken_units bigint NOT NULL,
  CONSTRAINT product_quota_pkey PRIMARY KEY (product_id, day),
  CONSTRAINT product_quota_taken_units_check CHECK ((taken_units >= 0)),
  CONSTRAINT product_quota_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);
CREATE TRIGGER product_quota_holds BEFORE UPDATE ON public.product_quota FOR EACH ROW WHEN ((new.taken_units > old.taken_units)) EXECUTE FUNCTION product_quota_holds();
CREATE TRIGGER product_quota_holds_at_first BEFORE INSERT ON public.product_quota FOR EACH ROW EXECUTE FUNCTION product_quota_holds();

CREATE TABLE proof_block (
  day date NOT NULL,
  number integer NOT NULL,
  leaves bytea NOT NULL,
  CONSTRAINT proof_block_pkey PRIMARY KEY (day, number),
  CONSTRAINT proof_block_day_fkey FOREIGN KEY (day) REFERENCES proof_day(day)
);

CREATE TABLE proof_check (
  day date NOT NULL,
  problems text[] NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  CONSTRAINT proof_check_pkey PRIMARY KEY (day),
  CONSTRAINT proof_check_day_fkey FOREIGN KEY (day) REFERENCES proof_day(day)
);

CREATE TABLE proof_day (
  day date NOT NULL,
  text text NOT NULL,
  hash text NOT NULL,
  seed bytea NOT NULL,
  block_tops bytea NOT NULL,
  built_at timestamp with time zone NOT NULL,
  CONSTRAINT proof_day_pkey PRIMARY KEY (day),
  CONSTRAINT proof_day_hash_key UNIQUE (hash),
  CONSTRAINT proof_day_seed_check CHECK ((length(seed) = 32))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.proof_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tell_news AFTER INSERT ON public.proof_day FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE proof_flow (
  day date NOT NULL,
  from_class smallint NOT NULL,
  to_class smallint NOT NULL,
  asset smallint NOT NULL,
  code smallint NOT NULL,
  units numeric NOT NULL,
  postings bigint NOT NULL,
  CONSTRAINT proof_flow_pkey PRIMARY KEY (day, from_class, to_class, asset, code),
  CONSTRAINT proof_flow_postings_check CHECK ((postings > 0)),
  CONSTRAINT proof_flow_units_check CHECK ((units > (0)::numeric)),
  CONSTRAINT proof_flow_day_fkey FOREIGN KEY (day) REFERENCES proof_flow_day(day)
);
CREATE INDEX proof_flow_into ON public.proof_flow USING btree (to_class, asset, day);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.proof_flow FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE proof_flow_day (
  day date NOT NULL,
  line integer NOT NULL,
  cut bigint NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT proof_flow_day_pkey PRIMARY KEY (day),
  CONSTRAINT proof_flow_day_hash_key UNIQUE (hash),
  CONSTRAINT proof_flow_day_line_key UNIQUE (line),
  CONSTRAINT proof_flow_day_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT proof_flow_day_line_check CHECK ((line > 0)),
  CONSTRAINT proof_flow_day_previous_check CHECK ((previous ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT proof_flow_day_day_fkey FOREIGN KEY (day) REFERENCES proof_day(day)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.proof_flow_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE proof_owners (
  day date NOT NULL,
  first text COLLATE "C" NOT NULL,
  lines text NOT NULL,
  CONSTRAINT proof_owners_pkey PRIMARY KEY (day, first),
  CONSTRAINT proof_owners_day_fkey FOREIGN KEY (day) REFERENCES proof_day(day)
);

CREATE TABLE proof_root (
  day date NOT NULL,
  chain text NOT NULL,
  contract text NOT NULL,
  outgoing_id bigint,
  digest text,
  block_number bigint,
  tx_hash text,
  confirmed_at timestamp with time zone,
  CONSTRAINT proof_root_pkey PRIMARY KEY (day, chain),
  CONSTRAINT proof_root_outgoing_id_key UNIQUE (outgoing_id),
  CONSTRAINT proof_root_check CHECK ((((digest IS NULL) = (confirmed_at IS NULL)) AND ((block_number IS NULL) = (confirmed_at IS NULL)) AND ((tx_hash IS NULL) = (confirmed_at IS NULL)))),
  CONSTRAINT proof_root_day_fkey FOREIGN KEY (day) REFERENCES proof_day(day),
  CONSTRAINT proof_root_outgoing_id_fkey FOREIGN KEY (outgoing_id) REFERENCES outgoing_transaction(id)
);
CREATE UNIQUE INDEX proof_root_open ON public.proof_root USING btree (chain) WHERE (confirmed_at IS NULL);

CREATE TABLE proof_signature (
  day date NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  CONSTRAINT proof_signature_pkey PRIMARY KEY (day),
  CONSTRAINT proof_signature_day_fkey FOREIGN KEY (day) REFERENCES proof_day(day)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.proof_signature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proofs_have_one_key BEFORE INSERT ON public.proof_signature FOR EACH ROW EXECUTE FUNCTION proofs_have_one_key();
CREATE TRIGGER tell_news AFTER INSERT ON public.proof_signature FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE proof_trouble (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  detail text NOT NULL,
  since timestamp with time zone NOT NULL,
  until timestamp with time zone,
  CONSTRAINT proof_trouble_pkey PRIMARY KEY (id),
  CONSTRAINT proof_trouble_check CHECK ((until >= since)),
  CONSTRAINT proof_trouble_kind_check CHECK ((kind = ANY (ARRAY['unproven'::text, 'broken'::text, 'unread'::text])))
);
CREATE UNIQUE INDEX proof_trouble_now ON public.proof_trouble USING btree (kind) WHERE (until IS NULL);

CREATE TABLE push_choice (
  wallet_id text NOT NULL,
  topics text[] NOT NULL,
  quiet text NOT NULL,
  zone text NOT NULL,
  language text NOT NULL,
  session_id text,
  sealed bytea,
  since_business timestamp with time zone NOT NULL,
  since_real timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  CONSTRAINT push_choice_pkey PRIMARY KEY (wallet_id),
  CONSTRAINT push_choice_check CHECK (((session_id IS NULL) = (sealed IS NULL))),
  CONSTRAINT push_choice_quiet_check CHECK ((quiet ~ '^(\d\d:\d\d-\d\d:\d\d)?$'::text)),
  CONSTRAINT push_choice_topics_check CHECK ((topics <@ ARRAY['money'::text, 'orders'::text, 'otc'::text, 'prices'::text, 'security'::text])),
  CONSTRAINT push_choice_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX push_choice_due ON public.push_choice USING btree (due_at) WHERE (sealed IS NOT NULL);

CREATE TABLE push_sent (
  wallet_id text NOT NULL,
  key text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT push_sent_pkey PRIMARY KEY (wallet_id, key),
  CONSTRAINT push_sent_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX push_sent_at ON public.push_sent USING btree (at);

CREATE TABLE queue_log (
  id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  product_id bigint NOT NULL,
  order_id bigint NOT NULL,
  change text NOT NULL,
  base_units bigint NOT NULL,
  coin text NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT queue_log_pkey PRIMARY KEY (id),
  CONSTRAINT queue_log_hash_key UNIQUE (hash),
  CONSTRAINT queue_log_change_check CHECK ((change = ANY (ARRAY['queued'::text, 'due'::text, 'paid'::text, 'closed'::text, 'cancelled'::text]))),
  CONSTRAINT queue_log_day CHECK ((date_trunc('day'::text, at, 'UTC'::text) = at)),
  CONSTRAINT queue_log_first_digit CHECK (((base_units)::text ~ '^[1-9]0*$'::text)),
  CONSTRAINT queue_log_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT queue_log_id_check CHECK ((id > 0)),
  CONSTRAINT queue_log_previous_check CHECK ((previous ~ '^[0-9a-f]{64}$'::text))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.queue_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE quota_use (
  month date NOT NULL,
  kind text NOT NULL,
  owner text NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT quota_use_pkey PRIMARY KEY (month, kind, owner),
  CONSTRAINT quota_use_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT quota_use_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'evidence'::text, 'message'::text]))),
  CONSTRAINT quota_use_month_check CHECK ((date_trunc('month'::text, (month)::timestamp with time zone) = month))
);

CREATE TABLE real_since (
  only_row boolean DEFAULT true NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT real_since_pkey PRIMARY KEY (only_row),
  CONSTRAINT real_since_only_row_check CHECK (only_row)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.real_since FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE reconciliation (
  chain text NOT NULL,
  coin text NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  compared_at timestamp with time zone NOT NULL,
  custody_units numeric NOT NULL,
  expected_units numeric NOT NULL,
  booked_units numeric NOT NULL,
  arriving_units numeric NOT NULL,
  leaving_units numeric NOT NULL,
  difference numeric NOT NULL,
  CONSTRAINT reconciliation_pkey PRIMARY KEY (chain, coin)
);

CREATE TABLE referral_count (
  sponsor_id text NOT NULL,
  referrals bigint NOT NULL,
  activated bigint NOT NULL,
  CONSTRAINT referral_count_pkey PRIMARY KEY (sponsor_id),
  CONSTRAINT referral_count_check CHECK (((activated >= 0) AND (activated <= referrals))),
  CONSTRAINT referral_count_referrals_check CHECK ((referrals > 0)),
  CONSTRAINT referral_count_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES wallet(id)
);

CREATE TABLE reread_round (
  subject text NOT NULL,
  day date NOT NULL,
  last bigint NOT NULL,
  finished boolean NOT NULL,
  CONSTRAINT reread_round_pkey PRIMARY KEY (subject)
);

CREATE TABLE reserve_check (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  day date NOT NULL,
  text text NOT NULL,
  hot text NOT NULL,
  short text[] NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT reserve_check_pkey PRIMARY KEY (id),
  CONSTRAINT reserve_check_day_fkey FOREIGN KEY (day) REFERENCES proof_day(day)
);
CREATE INDEX reserve_check_of ON public.reserve_check USING btree (day, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reserve_check FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tell_news AFTER INSERT ON public.reserve_check FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE reserve_part (
  chain text NOT NULL,
  day date NOT NULL,
  part jsonb NOT NULL,
  read_at timestamp with time zone NOT NULL,
  CONSTRAINT reserve_part_pkey PRIMARY KEY (chain),
  CONSTRAINT reserve_part_day_fkey FOREIGN KEY (day) REFERENCES proof_day(day)
);
CREATE TRIGGER tell_news AFTER INSERT OR UPDATE ON public.reserve_part FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE reserve_signature (
  check_id bigint NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  hot_signature text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  CONSTRAINT reserve_signature_pkey PRIMARY KEY (check_id),
  CONSTRAINT reserve_signature_check_id_fkey FOREIGN KEY (check_id) REFERENCES reserve_check(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reserve_signature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reserves_have_that_key BEFORE INSERT ON public.reserve_signature FOR EACH ROW EXECUTE FUNCTION reserves_have_that_key();

CREATE TABLE resting_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  fine numeric NOT NULL,
  last_deposit bigint NOT NULL,
  found_at timestamp with time zone NOT NULL,
  CONSTRAINT resting_balance_pkey PRIMARY KEY (chain, coin, address),
  CONSTRAINT resting_balance_fine_check CHECK (((fine > (0)::numeric) AND (fine = trunc(fine))))
);

CREATE TABLE reward_day (
  day date NOT NULL,
  asset smallint NOT NULL,
  budget_units bigint NOT NULL,
  due_units bigint NOT NULL,
  given_units bigint NOT NULL,
  CONSTRAINT reward_day_pkey PRIMARY KEY (day, asset),
  CONSTRAINT reward_day_budget_units_check CHECK ((budget_units >= 0)),
  CONSTRAINT reward_day_check CHECK (((given_units >= 0) AND (given_units <= budget_units) AND (given_units <= due_units))),
  CONSTRAINT reward_day_due_units_check CHECK ((due_units >= 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reward_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE reward_due (
  day date NOT NULL,
  part text NOT NULL,
  last bigint NOT NULL,
  items bigint[] STORAGE EXTERNAL NOT NULL,
  counts integer[] STORAGE EXTERNAL NOT NULL,
  recipients bigint[] STORAGE EXTERNAL NOT NULL,
  assets smallint[] STORAGE EXTERNAL NOT NULL,
  codes smallint[] STORAGE EXTERNAL NOT NULL,
  units bigint[] STORAGE EXTERNAL NOT NULL,
  CONSTRAINT reward_due_pkey PRIMARY KEY (day, part, last),
  CONSTRAINT reward_due_check CHECK (((cardinality(items) > 0) AND (items[cardinality(items)] = last) AND (cardinality(items) = cardinality(counts)))),
  CONSTRAINT reward_due_check1 CHECK (((0 < ALL (counts)) AND (cardinality(recipients) >= cardinality(items)) AND (cardinality(recipients) = cardinality(assets)) AND (cardinality(assets) = cardinality(codes)) AND (cardinality(codes) = cardinality(units)))),
  CONSTRAINT reward_due_part_check CHECK ((part = ANY (ARRAY['power'::text, 'fees'::text, 'platform'::text, 'upgrade'::text])))
);

CREATE TABLE secret_attempts (
  wallet_id text NOT NULL,
  scope text NOT NULL,
  attempts integer NOT NULL,
  locks integer NOT NULL,
  locked_until timestamp with time zone,
  at timestamp with time zone NOT NULL,
  pending integer DEFAULT 0 NOT NULL,
  day text DEFAULT ''::text NOT NULL,
  day_wrong integer DEFAULT 0 NOT NULL,
  CONSTRAINT secret_attempts_pkey PRIMARY KEY (wallet_id, scope),
  CONSTRAINT secret_attempts_day_wrong_check CHECK ((day_wrong >= 0)),
  CONSTRAINT secret_attempts_pending_check CHECK ((pending >= 0))
);
CREATE INDEX secret_attempts_at ON public.secret_attempts USING btree (at);

CREATE TABLE security_event (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  wallet_id text NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT security_event_pkey PRIMARY KEY (id),
  CONSTRAINT security_event_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'password'::text, 'authenticator'::text, 'authenticator_off'::text, 'restore'::text, 'phrase'::text, 'address'::text, 'frozen'::text, 'unfrozen'::text, 'passkey'::text, 'passkey_copied'::text, 'payment_details'::text]))),
  CONSTRAINT security_event_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX security_event_of_wallet ON public.security_event USING btree (wallet_id, at, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE server_secret (
  sole boolean DEFAULT true NOT NULL,
  fingerprint text NOT NULL,
  CONSTRAINT server_secret_pkey PRIMARY KEY (sole),
  CONSTRAINT server_secret_sole_check CHECK (sole)
);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.server_secret FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE session (
  id text NOT NULL,
  token_hash text NOT NULL,
  wallet_id text NOT NULL,
  device_id text NOT NULL,
  user_agent text NOT NULL,
  ip text NOT NULL,
  sealed_secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  end_reason text,
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_token_hash_key UNIQUE (token_hash),
  CONSTRAINT session_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  CONSTRAINT session_end_reason_check CHECK ((end_reason = ANY (ARRAY['signed_out'::text, 'logged_in_elsewhere'::text, 'restored'::text, 'password_changed'::text, 'expired'::text, 'by_operator'::text]))),
  CONSTRAINT session_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE UNIQUE INDEX session_active ON public.session USING btree (wallet_id) WHERE (ended_at IS NULL);
CREATE INDEX session_wallet ON public.session USING btree (wallet_id, created_at);
CREATE TRIGGER session_end_is_counted AFTER UPDATE OF end_reason ON public.session FOR EACH ROW WHEN (((new.end_reason = 'by_operator'::text) AND (old.end_reason IS DISTINCT FROM new.end_reason))) EXECUTE FUNCTION session_end_is_counted();

CREATE TABLE session_nonce (
  part smallint NOT NULL,
  session_id text NOT NULL,
  nonce text NOT NULL,
  CONSTRAINT session_nonce_pkey PRIMARY KEY (part, session_id, nonce)
) PARTITION BY LIST (part) -- 4 partitions;

CREATE TABLE setting (
  name text NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT setting_pkey PRIMARY KEY (name)
);
CREATE TRIGGER note_setting_change AFTER INSERT OR DELETE OR UPDATE ON public.setting FOR EACH STATEMENT EXECUTE FUNCTION note_setting_change();
CREATE TRIGGER setting_is_said BEFORE INSERT OR DELETE OR UPDATE ON public.setting FOR EACH ROW WHEN ((had_real_coins() AND (NOT is_said_by_operators()))) EXECUTE FUNCTION setting_is_said();

CREATE TABLE setting_change (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  previous jsonb,
  value jsonb NOT NULL,
  reason text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT setting_change_pkey PRIMARY KEY (id),
  CONSTRAINT setting_change_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX setting_change_name ON public.setting_change USING btree (name, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.setting_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE setting_version (
  single boolean DEFAULT true NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT setting_version_pkey PRIMARY KEY (single),
  CONSTRAINT setting_version_single_check CHECK (single)
);

CREATE TABLE settlement_day (
  day date NOT NULL,
  snapshot_posting bigint,
  finished_at timestamp with time zone,
  CONSTRAINT settlement_day_pkey PRIMARY KEY (day)
);

CREATE TABLE settlement_fee (
  day date NOT NULL,
  asset smallint NOT NULL,
  received bigint NOT NULL,
  liquidity bigint NOT NULL,
  compound bigint NOT NULL,
  node bigint NOT NULL,
  referral bigint NOT NULL,
  compute bigint NOT NULL,
  CONSTRAINT settlement_fee_pkey PRIMARY KEY (day, asset)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlement_fee FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE settlement_pot (
  day date NOT NULL,
  pool text NOT NULL,
  pot text NOT NULL,
  asset smallint NOT NULL,
  units bigint NOT NULL,
  weight numeric DEFAULT 0 NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  CONSTRAINT settlement_pot_pkey PRIMARY KEY (day, pool, pot, asset),
  CONSTRAINT settlement_pot_check CHECK (((paid >= 0) AND (paid <= units))),
  CONSTRAINT settlement_pot_units_check CHECK ((units > 0)),
  CONSTRAINT settlement_pot_weight_check CHECK ((weight >= (0)::numeric))
);

CREATE TABLE settlement_price (
  day date NOT NULL,
  coin text NOT NULL,
  numerator numeric NOT NULL,
  denominator numeric NOT NULL,
  purpose text NOT NULL,
  CONSTRAINT settlement_price_pkey PRIMARY KEY (day, coin, purpose),
  CONSTRAINT settlement_price_denominator_check CHECK ((denominator > (0)::numeric)),
  CONSTRAINT settlement_price_numerator_check CHECK ((numerator >= (0)::numeric)),
  CONSTRAINT settlement_price_purpose_check CHECK ((purpose = ANY (ARRAY['handedOut'::text, 'unbounded'::text, 'earns'::text, 'limits'::text, 'shown'::text])))
);
CREATE INDEX settlement_price_before ON public.settlement_price USING btree (coin, purpose, day DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlement_price FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE settlement_step (
  day date NOT NULL,
  part text NOT NULL,
  step text NOT NULL,
  last text DEFAULT ''::text NOT NULL,
  done bigint DEFAULT 0 NOT NULL,
  finished boolean DEFAULT false NOT NULL,
  CONSTRAINT settlement_step_pkey PRIMARY KEY (day, part, step)
);

CREATE TABLE settlement_weight (
  day date NOT NULL,
  order_id bigint NOT NULL,
  pool text NOT NULL,
  pot text NOT NULL,
  weight numeric NOT NULL,
  CONSTRAINT settlement_weight_pkey PRIMARY KEY (day, order_id),
  CONSTRAINT settlement_weight_weight_check CHECK ((weight > (0)::numeric))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlement_weight FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE signer_watermark (
  only_row boolean DEFAULT true NOT NULL,
  epoch bigint NOT NULL,
  count bigint NOT NULL,
  head text NOT NULL,
  seal text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT signer_watermark_pkey PRIMARY KEY (only_row),
  CONSTRAINT signer_watermark_count_check CHECK ((count >= 0)),
  CONSTRAINT signer_watermark_epoch_check CHECK ((epoch >= 0)),
  CONSTRAINT signer_watermark_only_row_check CHECK (only_row)
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.signer_watermark FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signer_watermark_goes_on BEFORE UPDATE ON public.signer_watermark FOR EACH ROW EXECUTE FUNCTION signer_watermark_goes_on();

CREATE TABLE star_change (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  wallet_id text NOT NULL,
  at timestamp with time zone NOT NULL,
  star smallint NOT NULL,
  was smallint NOT NULL,
  CONSTRAINT star_change_pkey PRIMARY KEY (id),
  CONSTRAINT star_change_check CHECK ((was <> star)),
  CONSTRAINT star_change_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX star_change_of_wallet ON public.star_change USING btree (wallet_id, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.star_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE star_upgrade (
  wallet_id text NOT NULL,
  star smallint NOT NULL,
  since date NOT NULL,
  sum_units bigint NOT NULL,
  paid_units bigint DEFAULT 0 NOT NULL,
  CONSTRAINT star_upgrade_pkey PRIMARY KEY (wallet_id, star),
  CONSTRAINT star_upgrade_check CHECK (((paid_units >= 0) AND (paid_units <= sum_units))),
  CONSTRAINT star_upgrade_star_check CHECK (((star >= 1) AND (star <= 6))),
  CONSTRAINT star_upgrade_sum_units_check CHECK ((sum_units > 0)),
  CONSTRAINT star_upgrade_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX star_upgrade_open ON public.star_upgrade USING btree (wallet_id, star) WHERE (paid_units < sum_units);

CREATE TABLE stray_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  found_at timestamp with time zone NOT NULL,
  CONSTRAINT stray_balance_pkey PRIMARY KEY (chain, coin, address)
);

CREATE TABLE suspense_release (
  deposit_id bigint NOT NULL,
  wallet_id text NOT NULL,
  evidence text NOT NULL,
  released_at timestamp with time zone NOT NULL,
  CONSTRAINT suspense_release_pkey PRIMARY KEY (deposit_id),
  CONSTRAINT suspense_release_evidence_check CHECK ((evidence <> ''::text)),
  CONSTRAINT suspense_release_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  CONSTRAINT suspense_release_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX suspense_release_wallet ON public.suspense_release USING btree (wallet_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.suspense_release FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER release_is_of_suspense BEFORE INSERT ON public.suspense_release FOR EACH ROW EXECUTE FUNCTION release_is_of_suspense();

CREATE TABLE sweep (
  outgoing_id bigint NOT NULL,
  coin text NOT NULL,
  addresses text[] NOT NULL,
  last_deposit bigint NOT NULL,
  CONSTRAINT sweep_pkey PRIMARY KEY (outgoing_id),
  CONSTRAINT sweep_outgoing_id_fkey FOREIGN KEY (outgoing_id) REFERENCES outgoing_transaction(id)
);

CREATE TABLE sweep_floor (
  chain text NOT NULL,
  coin text NOT NULL,
  units bigint NOT NULL,
  CONSTRAINT sweep_floor_pkey PRIMARY KEY (chain, coin),
  CONSTRAINT sweep_floor_units_check CHECK ((units >= 0))
);

CREATE TABLE team_day (
  day date NOT NULL,
  wallets bigint NOT NULL,
  changed bigint NOT NULL,
  CONSTRAINT team_day_pkey PRIMARY KEY (day)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.team_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text NOT NULL,
  from_wallet text NOT NULL,
  to_wallet text NOT NULL,
  coin text NOT NULL,
  units bigint NOT NULL,
  value_units bigint,
  remark text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT transfer_pkey PRIMARY KEY (id),
  CONSTRAINT transfer_key_key UNIQUE (key),
  CONSTRAINT transfer_check CHECK ((from_wallet <> to_wallet)),
  CONSTRAINT transfer_units_check CHECK ((units > 0)),
  CONSTRAINT transfer_from_wallet_fkey FOREIGN KEY (from_wallet) REFERENCES wallet(id),
  CONSTRAINT transfer_to_wallet_fkey FOREIGN KEY (to_wallet) REFERENCES wallet(id)
);
CREATE INDEX transfer_in ON public.transfer USING btree (to_wallet, coin, id DESC);
CREATE INDEX transfer_out ON public.transfer USING btree (from_wallet, coin, id DESC);
CREATE INDEX transfer_paid_before ON public.transfer USING btree (from_wallet, to_wallet);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE tron_sweep (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  index bigint NOT NULL,
  last_deposit bigint NOT NULL,
  state text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT tron_sweep_pkey PRIMARY KEY (id),
  CONSTRAINT tron_sweep_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  CONSTRAINT tron_sweep_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX tron_sweep_ended ON public.tron_sweep USING btree (chain, ended_at);
CREATE UNIQUE INDEX tron_sweep_open ON public.tron_sweep USING btree (chain, address) WHERE (state = 'open'::text);

CREATE TABLE tron_sweep_step (
  outgoing_id bigint NOT NULL,
  sweep_id bigint NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  head bigint NOT NULL,
  CONSTRAINT tron_sweep_step_pkey PRIMARY KEY (outgoing_id),
  CONSTRAINT tron_sweep_step_key_key UNIQUE (key),
  CONSTRAINT tron_sweep_step_amount_check CHECK ((amount > 0)),
  CONSTRAINT tron_sweep_step_kind_check CHECK ((kind = ANY (ARRAY['fund'::text, 'move'::text]))),
  CONSTRAINT tron_sweep_step_outgoing_id_fkey FOREIGN KEY (outgoing_id) REFERENCES outgoing_transaction(id),
  CONSTRAINT tron_sweep_step_sweep_id_fkey FOREIGN KEY (sweep_id) REFERENCES tron_sweep(id)
);
CREATE INDEX tron_sweep_step_of ON public.tron_sweep_step USING btree (sweep_id);

CREATE TABLE venue_address (
  chain text NOT NULL,
  address text NOT NULL,
  product_id bigint NOT NULL,
  CONSTRAINT venue_address_pkey PRIMARY KEY (chain, address)
);
CREATE TRIGGER venue_address_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.venue_address FOR EACH STATEMENT WHEN ((had_real_coins() AND (NOT has_word_of_two()))) EXECUTE FUNCTION refuse_one_word();
CREATE TRIGGER word_of_two BEFORE INSERT ON public.venue_address FOR EACH STATEMENT WHEN ((NOT has_word_of_two())) EXECUTE FUNCTION refuse_one_word();

CREATE TABLE venue_movement (
  chain text NOT NULL,
  transaction text NOT NULL,
  product_id bigint NOT NULL,
  units bigint NOT NULL,
  CONSTRAINT venue_movement_pkey PRIMARY KEY (chain, transaction),
  CONSTRAINT venue_movement_units_check CHECK ((units <> 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.venue_movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE wallet (
  id text NOT NULL,
  serial bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  sponsor_id text,
  depth integer NOT NULL,
  jump_id text NOT NULL,
  nickname text DEFAULT ''::text NOT NULL,
  password_hash text,
  created_at timestamp with time zone NOT NULL,
  activated_at timestamp with time zone,
  withdrawals_held_until timestamp with time zone,
  hold_reason text,
  frozen_at timestamp with time zone,
  banned_at timestamp with time zone,
  ban_reason text,
  withdrawal_ban_reason text,
  withdrawal_ban_until timestamp with time zone,
  region text,
  warned_at timestamp with time zone,
  warn_reason text,
  banned_until timestamp with time zone,
  CONSTRAINT wallet_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_serial_key UNIQUE (serial),
  CONSTRAINT wallet_check CHECK (((sponsor_id IS NULL) = (depth = 0))),
  CONSTRAINT wallet_check1 CHECK (((withdrawals_held_until IS NULL) = (hold_reason IS NULL))),
  CONSTRAINT wallet_check2 CHECK (((banned_at IS NULL) = (ban_reason IS NULL))),
  CONSTRAINT wallet_depth_check CHECK ((depth >= 0)),
  CONSTRAINT wallet_hold_reason_check CHECK ((hold_reason = ANY (ARRAY['password'::text, 'authenticator'::text, 'restore'::text, 'unfreeze'::text, 'mail'::text, 'passkey'::text]))),
  CONSTRAINT wallet_id_check CHECK ((id ~ '^[0-9A-HJKMNP-TV-Z]{10}$'::text)),
  CONSTRAINT wallet_nickname_check CHECK ((length(nickname) <= 240)),
  CONSTRAINT wallet_region_check CHECK ((region ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT wallet_suspension_ends CHECK ((((banned_at IS NULL) = (banned_until IS NULL)) AND (banned_until > banned_at))),
  CONSTRAINT wallet_warning_has_reason CHECK (((warned_at IS NULL) = (warn_reason IS NULL))),
  CONSTRAINT wallet_jump_id_fkey FOREIGN KEY (jump_id) REFERENCES wallet(id),
  CONSTRAINT wallet_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES wallet(id)
);
CREATE INDEX wallet_sponsor ON public.wallet USING btree (sponsor_id, serial);
CREATE INDEX wallet_suspended ON public.wallet USING btree (banned_until) WHERE (banned_until IS NOT NULL);
CREATE TRIGGER ban_is_counted AFTER UPDATE OF banned_until, withdrawal_ban_until ON public.wallet FOR EACH ROW WHEN ((current_setting('glasshouse.word'::text, true) = 'one'::text)) EXECUTE FUNCTION ban_is_counted();
CREATE TRIGGER count_activated AFTER UPDATE OF activated_at ON public.wallet FOR EACH ROW WHEN (((new.sponsor_id IS NOT NULL) AND ((old.activated_at IS NULL) <> (new.activated_at IS NULL)))) EXECUTE FUNCTION count_activated();
CREATE TRIGGER count_referrals AFTER INSERT ON public.wallet REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_referrals();
CREATE TRIGGER freeze_holds_once BEFORE UPDATE OF withdrawals_held_until ON public.wallet FOR EACH ROW WHEN (((old.hold_reason = 'unfreeze'::text) AND (new.hold_reason = 'unfreeze'::text) AND (new.withdrawals_held_until > old.withdrawals_held_until) AND (new.withdrawals_held_until < (old.withdrawals_held_until + '8 days'::interval)))) EXECUTE FUNCTION freeze_holds_once();
CREATE TRIGGER wallet_place_is_final BEFORE UPDATE OF id, sponsor_id, depth, jump_id ON public.wallet FOR EACH ROW WHEN (((old.id <> new.id) OR (old.sponsor_id IS DISTINCT FROM new.sponsor_id) OR (old.depth <> new.depth) OR (old.jump_id <> new.jump_id))) EXECUTE FUNCTION wallet_place_is_final();

CREATE TABLE wallet_quiz (
  wallet_id text NOT NULL,
  line text NOT NULL,
  passed_at timestamp with time zone NOT NULL,
  CONSTRAINT wallet_quiz_pkey PRIMARY KEY (wallet_id, line),
  CONSTRAINT wallet_quiz_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_quiz FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE wallet_region (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  wallet_id text NOT NULL,
  region text NOT NULL,
  declared_at timestamp with time zone NOT NULL,
  CONSTRAINT wallet_region_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_region_region_check CHECK ((region ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT wallet_region_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX wallet_region_of_wallet ON public.wallet_region USING btree (wallet_id, id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_region FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE wallet_star (
  wallet_id text NOT NULL,
  star smallint NOT NULL,
  since timestamp with time zone NOT NULL,
  highest smallint NOT NULL,
  falls_to smallint,
  falls_at timestamp with time zone,
  CONSTRAINT wallet_star_pkey PRIMARY KEY (wallet_id),
  CONSTRAINT wallet_star_check CHECK (((highest >= star) AND (highest <= 6))),
  CONSTRAINT wallet_star_check1 CHECK (((falls_to >= 0) AND (falls_to <= (star - 1)))),
  CONSTRAINT wallet_star_check2 CHECK (((falls_to IS NULL) = (falls_at IS NULL))),
  CONSTRAINT wallet_star_check3 CHECK ((falls_at > since)),
  CONSTRAINT wallet_star_star_check CHECK (((star >= 0) AND (star <= 6))),
  CONSTRAINT wallet_star_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX wallet_star_held ON public.wallet_star USING btree (star) WHERE (star > 0);
CREATE TRIGGER keep_star_change AFTER INSERT ON public.wallet_star REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_star_change();
CREATE TRIGGER keep_star_changes AFTER UPDATE ON public.wallet_star REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_star_changes();

CREATE TABLE wallet_team (
  serial bigint NOT NULL,
  investment_units bigint NOT NULL,
  solo_since date,
  referrals integer DEFAULT 0 NOT NULL,
  effective integer DEFAULT 0 NOT NULL,
  members integer DEFAULT 0 NOT NULL,
  performance_units bigint DEFAULT 0 NOT NULL,
  largest_units bigint DEFAULT 0 NOT NULL,
  week_units bigint DEFAULT 0 NOT NULL,
  week_net_units bigint DEFAULT 0 NOT NULL,
  week_wld_units bigint DEFAULT 0 NOT NULL,
  performance_step bigint DEFAULT 1 NOT NULL,
  week_step bigint DEFAULT 1 NOT NULL,
  week_net_step bigint DEFAULT 1 NOT NULL,
  week_wld_step bigint DEFAULT 1 NOT NULL,
  departments integer[] DEFAULT '{0,0,0,0,0}'::integer[] NOT NULL,
  digest bigint DEFAULT 0 NOT NULL,
  CONSTRAINT wallet_team_pkey PRIMARY KEY (serial),
  CONSTRAINT wallet_team_check CHECK (((effective >= 0) AND (effective <= referrals))),
  CONSTRAINT wallet_team_check1 CHECK ((members >= referrals)),
  CONSTRAINT wallet_team_check2 CHECK (((largest_units >= 0) AND (largest_units <= performance_units))),
  CONSTRAINT wallet_team_check3 CHECK (((performance_units)::numeric <= ((members)::numeric * ((performance_step - 1))::numeric))),
  CONSTRAINT wallet_team_check4 CHECK (((week_units)::numeric <= ((members)::numeric * ((week_step - 1))::numeric))),
  CONSTRAINT wallet_team_check5 CHECK (((abs(week_net_units))::numeric <= ((members)::numeric * ((week_net_step - 1))::numeric))),
  CONSTRAINT wallet_team_check6 CHECK (((week_wld_units)::numeric <= ((members)::numeric * ((week_wld_step - 1))::numeric))),
  CONSTRAINT wallet_team_departments_check CHECK ((cardinality(departments) = 5)),
  CONSTRAINT wallet_team_investment_units_check CHECK ((investment_units >= 0)),
  CONSTRAINT wallet_team_performance_step_check CHECK (((performance_step)::text ~ '^[125]0*$'::text)),
  CONSTRAINT wallet_team_performance_units_check CHECK ((performance_units >= 0)),
  CONSTRAINT wallet_team_referrals_check CHECK ((referrals >= 0)),
  CONSTRAINT wallet_team_week_net_step_check CHECK (((week_net_step)::text ~ '^[125]0*$'::text)),
  CONSTRAINT wallet_team_week_step_check CHECK (((week_step)::text ~ '^[125]0*$'::text)),
  CONSTRAINT wallet_team_week_units_check CHECK ((week_units >= 0)),
  CONSTRAINT wallet_team_week_wld_step_check CHECK (((week_wld_step)::text ~ '^[125]0*$'::text)),
  CONSTRAINT wallet_team_week_wld_units_check CHECK ((week_wld_units >= 0))
);

CREATE TABLE wallet_token (
  token_hash text NOT NULL,
  session_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  proved text NOT NULL,
  act text,
  passkey_id text,
  CONSTRAINT wallet_token_pkey PRIMARY KEY (token_hash),
  CONSTRAINT wallet_token_check CHECK (((act IS NULL) = (passkey_id IS NULL))),
  CONSTRAINT wallet_token_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES passkey(id) ON DELETE CASCADE,
  CONSTRAINT wallet_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX wallet_token_passkey ON public.wallet_token USING btree (passkey_id) WHERE (passkey_id IS NOT NULL);
CREATE INDEX wallet_token_session ON public.wallet_token USING btree (session_id);

CREATE TABLE withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text NOT NULL,
  wallet_id text,
  chain text NOT NULL,
  coin text NOT NULL,
  units bigint NOT NULL,
  fee_units bigint NOT NULL,
  received_units bigint DEFAULT (units - fee_units),
  value_units bigint,
  address text NOT NULL,
  state text NOT NULL,
  needs_review boolean NOT NULL,
  review_until timestamp with time zone,
  approved_at timestamp with time zone,
  requested_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  note text DEFAULT ''::text NOT NULL,
  deposit_id bigint,
  let_go_at timestamp with time zone,
  rush_until timestamp with time zone,
  taken_at timestamp with time zone,
  taken_small boolean DEFAULT false NOT NULL,
  CONSTRAINT withdrawal_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_key_key UNIQUE (key),
  CONSTRAINT withdrawal_check CHECK (((fee_units >= 0) AND (units > fee_units))),
  CONSTRAINT withdrawal_check1 CHECK (((state = ANY (ARRAY['done'::text, 'cancelled'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT withdrawal_return_check CHECK (((deposit_id IS NULL) OR ((fee_units = 0) AND needs_review AND (review_until IS NULL)))),
  CONSTRAINT withdrawal_rush_check CHECK (((deposit_id IS NULL) OR (rush_until IS NULL))),
  CONSTRAINT withdrawal_state_check CHECK ((state = ANY (ARRAY['held'::text, 'reviewing'::text, 'sending'::text, 'confirming'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
  CONSTRAINT withdrawal_whose_check CHECK (((wallet_id IS NULL) = (deposit_id IS NOT NULL))),
  CONSTRAINT withdrawal_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  CONSTRAINT withdrawal_wallet_id_chain_fkey FOREIGN KEY (wallet_id, chain) REFERENCES bound_address(wallet_id, chain),
  CONSTRAINT withdrawal_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet(id)
);
CREATE INDEX withdrawal_asked ON public.withdrawal USING btree (requested_at) INCLUDE (coin, units, value_units, state);
CREATE INDEX withdrawal_let_go ON public.withdrawal USING btree (let_go_at) INCLUDE (wallet_id, coin, units, value_units, state);
CREATE INDEX withdrawal_open ON public.withdrawal USING btree (state, id) WHERE (state = ANY (ARRAY['held'::text, 'reviewing'::text, 'sending'::text, 'confirming'::text]));
CREATE UNIQUE INDEX withdrawal_return ON public.withdrawal USING btree (deposit_id) WHERE (state <> ALL (ARRAY['cancelled'::text, 'failed'::text]));
CREATE INDEX withdrawal_taken ON public.withdrawal USING btree (coin, taken_at) INCLUDE (chain, units, fee_units, taken_small, state) WHERE (taken_at IS NOT NULL);
CREATE INDEX withdrawal_taken_by ON public.withdrawal USING btree (wallet_id, coin, taken_at) INCLUDE (units, fee_units, state) WHERE (taken_at IS NOT NULL);
CREATE INDEX withdrawal_taken_on ON public.withdrawal USING btree (chain, taken_at) INCLUDE (let_go_at, deposit_id) WHERE (taken_at IS NOT NULL);
CREATE INDEX withdrawal_wallet ON public.withdrawal USING btree (wallet_id, id);
CREATE TRIGGER count_let_go AFTER UPDATE ON public.withdrawal REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_let_go();
CREATE TRIGGER refuse_gone_at_once BEFORE INSERT ON public.withdrawal FOR EACH ROW WHEN ((new.let_go_at IS NOT NULL)) EXECUTE FUNCTION refuse_gone_at_once();
CREATE TRIGGER return_is_of_suspense BEFORE INSERT OR UPDATE ON public.withdrawal FOR EACH ROW WHEN ((new.deposit_id IS NOT NULL)) EXECUTE FUNCTION return_is_of_suspense();
CREATE TRIGGER tell_news AFTER INSERT OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION tell_news();
CREATE TRIGGER withdrawal_keeps_its_terms BEFORE UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal_keeps_its_terms();
CREATE TRIGGER withdrawal_stays BEFORE DELETE OR TRUNCATE ON public.withdrawal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE withdrawal_approval (
  withdrawal_id bigint NOT NULL,
  approver text NOT NULL,
  signature text NOT NULL,
  approved_at timestamp with time zone NOT NULL,
  CONSTRAINT withdrawal_approval_pkey PRIMARY KEY (withdrawal_id, approver),
  CONSTRAINT withdrawal_approval_approver_fkey FOREIGN KEY (approver) REFERENCES approver(name),
  CONSTRAINT withdrawal_approval_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id)
);
CREATE TRIGGER tell_news AFTER INSERT ON public.withdrawal_approval FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE TABLE worker_lease (
  name text NOT NULL,
  owner text NOT NULL,
  held_until timestamp with time zone NOT NULL,
  CONSTRAINT worker_lease_pkey PRIMARY KEY (name)
);

CREATE VIEW public.account_class AS
 SELECT number,
    name
   FROM books.account_class c;

CREATE VIEW public.account_version AS
 SELECT lane,
    holder,
    hashtextextended(((((id || ' '::text) || xmin) || ' '::text) || ctid), (0)::bigint) AS version
   FROM books.account a
  WHERE ((holder IS NOT NULL) AND (NOT closed));

CREATE VIEW public.balance AS
 SELECT lane,
    id,
    owner,
    purpose,
    asset,
    class,
    holder,
    floor,
    balance
   FROM books.account a;

CREATE VIEW public.chain_standing AS
 SELECT chain,
    head,
    demo,
    explorer_url
   FROM network;

CREATE VIEW public.day_progress AS
 SELECT day,
    part,
    step,
    last,
    finished
   FROM settlement_step;

CREATE VIEW public.day_span AS
 SELECT day,
    snapshot_posting AS cut,
    COALESCE(lag(snapshot_posting) OVER (ORDER BY day), (0)::bigint) AS before
   FROM settlement_day;

CREATE VIEW public.entry AS
 SELECT lane,
    key,
    entry AS id
   FROM books.entry_key k;

CREATE VIEW public.holder AS
 SELECT w.id,
    w.serial,
    w.sponsor_id,
    w.depth,
    w.nickname,
    w.created_at,
    w.activated_at,
    w.region,
    w.frozen_at,
    w.withdrawals_held_until,
    w.withdrawal_ban_until,
    COALESCE((s.star)::integer, 0) AS star,
    COALESCE((s.highest)::integer, 0) AS highest_star,
    s.falls_to,
    s.falls_at,
    w.banned_at
   FROM (wallet w
     LEFT JOIN wallet_star s ON ((s.wallet_id = w.id)));

CREATE VIEW public.investment AS
 SELECT id,
    wallet_id,
    line,
    state,
    round,
    value_units,
    bought_at,
    over_at
   FROM investment_order;

CREATE VIEW public.late_leg AS
 SELECT a.lane,
    a.holder,
    a.id AS account,
    a.class,
    a.asset,
    p.id,
    p.code,
    p.at,
    p.units_in,
    p.units_out,
    o.class AS other_class,
    ((a.purpose = 'available'::text) OR ((o.purpose = 'available'::text) AND (o.holder = a.holder))) AS spendable,
        CASE
            WHEN (p.ref ~~ 'order:%'::text) THEN p.ref
            ELSE NULL::text
        END AS order_ref,
        CASE
            WHEN (p.ref ~~ 'order:%'::text) THEN COALESCE(( SELECT
                    CASE
                        WHEN (r.holder = a.holder) THEN split_part(c.name, '.'::text, 2)
                        ELSE NULL::text
                    END AS "case"
               FROM (books.account r
                 JOIN books.account_class c ON ((c.number = r.class)))
              WHERE ((r.owner = p.ref) AND (r.lane = a.lane))
             LIMIT 1), '-'::text)
            ELSE ''::text
        END AS line
   FROM (((books.account a
     LEFT JOIN books.kept_until k ON (((k.account = a.id) AND (k.lane = a.lane))))
     CROSS JOIN LATERAL ( SELECT c.id,
            c.code,
            c.happened_at AS at,
            c.amount AS units_in,
            (0)::bigint AS units_out,
            c.debit AS other,
            c.ref
           FROM books.posting c
          WHERE ((c.credit = a.id) AND (c.lane = a.lane) AND (c.id > COALESCE(k.until, (0)::bigint)))
        UNION ALL
         SELECT d.id,
            d.code,
            d.happened_at,
            (0)::bigint AS int8,
            d.amount,
            d.credit,
            d.ref
           FROM books.posting d
          WHERE ((d.debit = a.id) AND (d.lane = a.lane) AND (d.id > COALESCE(k.until, (0)::bigint)))) p)
     JOIN books.account o ON (((o.id = p.other) AND (o.lane = a.lane))))
  WHERE ((a.holder IS NOT NULL) AND (NOT a.closed));

CREATE VIEW public.market_shares AS
 SELECT pair,
    company_shares,
    order_shares
   FROM market;

CREATE VIEW public.movement AS
 SELECT from_class,
    to_class,
    asset,
    code,
    bond,
    action
   FROM books.movement m;

CREATE VIEW public.open_incident AS
 SELECT id,
    chain,
    kind,
    halts,
    detail,
    at
   FROM chain_incident
  WHERE (resolved_at IS NULL);

CREATE VIEW public.own_account AS
 SELECT lane,
    id,
    owner,
    purpose,
    asset,
    class,
    holder,
    balance
   FROM books.account a
  WHERE ((holder IS NOT NULL) AND (NOT closed));

CREATE VIEW public.own_day AS
 SELECT d.lane,
    d.holder,
    d.day,
    d.class,
    d.asset,
    d.code,
    d.other_class,
    d.line,
    d.at_midnight,
    d.units_in,
    d.units_out,
    d.last_in
   FROM books.kept_day d
UNION ALL
 SELECT l.lane,
    l.holder,
    ((l.at AT TIME ZONE 'UTC'::text))::date AS day,
    l.class,
    l.asset,
    l.code,
    l.other_class,
    l.line,
    (l.at = date_trunc('day'::text, l.at, 'UTC'::text)) AS at_midnight,
    (l.units_in)::numeric AS units_in,
    (l.units_out)::numeric AS units_out,
        CASE
            WHEN (l.units_in > 0) THEN l.at
            ELSE NULL::timestamp with time zone
        END AS last_in
   FROM late_leg l;

CREATE VIEW public.own_mark AS
 SELECT lane,
    account,
    holder,
    until
   FROM books.kept_until k;

CREATE VIEW public.own_month AS
 SELECT m.lane,
    m.holder,
    m.month,
    m.class,
    m.asset,
    m.code,
    m.other_class,
    m.line,
    m.units_in,
    m.units_out
   FROM books.kept_month m
UNION ALL
 SELECT l.lane,
    l.holder,
    (date_trunc('month'::text, (l.at AT TIME ZONE 'UTC'::text)))::date AS month,
    l.class,
    l.asset,
    l.code,
    l.other_class,
    l.line,
    (l.units_in)::numeric AS units_in,
    (l.units_out)::numeric AS units_out
   FROM late_leg l;

CREATE VIEW public.own_order AS
 SELECT o.lane,
    o.holder,
    o.order_ref,
    o.class,
    o.asset,
    o.code,
    o.other_class,
    o.units_in,
    o.units_out
   FROM books.kept_order o
UNION ALL
 SELECT l.lane,
    l.holder,
    l.order_ref,
    l.class,
    l.asset,
    l.code,
    l.other_class,
    (l.units_in)::numeric AS units_in,
    (l.units_out)::numeric AS units_out
   FROM late_leg l
  WHERE (l.order_ref IS NOT NULL);

CREATE VIEW public.own_record AS
 SELECT lane,
    holder,
    id,
    at,
    asset,
    code,
    from_class,
    to_class,
    spendable,
    order_ref
   FROM books.kept_record r;

CREATE VIEW public.payment_transaction AS
 SELECT p.withdrawal_id,
    p.outgoing_id,
    p.stop_asked_at,
    t.lane,
    t.nonce,
    t.state,
    t.block_number,
    a.raw,
    a.tx_hash
   FROM ((payment p
     JOIN outgoing_transaction t ON ((t.id = p.outgoing_id)))
     JOIN outgoing_attempt a ON (((a.outgoing_id = t.id) AND (a.number = t.attempt))));

CREATE VIEW public.receiving_address AS
 SELECT wallet_id,
    family,
    index,
    address
   FROM deposit_address;

CREATE VIEW public.record AS
 SELECT p.lane,
    p.id,
    p.entry,
    p.debit,
    p.credit,
    p.asset,
    p.amount,
    p.code,
    p.ref,
    p.happened_at,
    p.written_at,
    p.debit_balance,
    d.owner AS from_owner,
    d.purpose AS from_purpose,
    d.holder AS from_holder,
    p.credit_balance,
    c.owner AS to_owner,
    c.purpose AS to_purpose,
    c.holder AS to_holder
   FROM ((books.posting p
     LEFT JOIN books.account d ON (((d.id = p.debit) AND (d.lane = p.lane))))
     LEFT JOIN books.account c ON (((c.id = p.credit) AND (c.lane = p.lane))));

CREATE VIEW public.referral_sum AS
 SELECT sponsor_id,
    referrals,
    activated
   FROM referral_count c;

CREATE VIEW public.settled_day AS
 SELECT day,
    snapshot_posting
   FROM settlement_day
  WHERE (finished_at IS NOT NULL);

CREATE VIEW public.trade_pair AS
 SELECT id,
    pair
   FROM market_trade;

CREATE FUNCTION acceleration_is_covered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  marked numeric;
  there numeric;
BEGIN
  IF NOT EXISTS (SELECT FROM investment_order WHERE id = new.id AND state IN ('to_be_started', 'earning')) THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(sum(base_units), 0) INTO marked FROM investment_order
    WHERE wallet_id = new.wallet_id AND line = 'acceleration' AND terms ->> 'base' = new.terms ->> 'base'
      AND (state = 'earning' OR TG_OP = 'INSERT' AND state IN ('to_be_started', 'paused'));
  SELECT coalesce(sum(a.balance), 0) INTO there
    FROM investment_order o JOIN balance a ON a.owner = 'order:' || o.id AND a.purpose = 'principal'
    WHERE o.wallet_id = new.wallet_id AND o.line = 'compound' AND o.state IN ('earning', 'paused')
      AND o.terms ->> 'base' = new.terms ->> 'base';
  IF marked > there THEN
    RAISE EXCEPTION 'acceleration % marks % of % compound principal', new.id, marked, there;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION address_change_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.wallet_id, OLD.chain, OLD.old_address, OLD.new_address, OLD.signed_address, OLD.issued_at, OLD.public_key, OLD.signature,
      OLD.asked_at, OLD.ready_at)
    IS DISTINCT FROM (NEW.wallet_id, NEW.chain, NEW.old_address, NEW.new_address, NEW.signed_address, NEW.issued_at, NEW.public_key,
      NEW.signature, NEW.asked_at, NEW.ready_at) THEN
    RAISE EXCEPTION 'the terms of address change % are never changed', OLD.id;
  END IF;
  IF OLD.state <> 'asked' AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'address change % has ended', OLD.id;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION address_refusal_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_taken_by_operators('wallet:' || NEW.wallet_id, 'address') THEN
    RAISE EXCEPTION 'update of address_change is refused: what one operator takes is counted' USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION attempt_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.raw IS NOT NULL THEN
    RAISE EXCEPTION 'attempt % of transaction % is signed and is never changed', OLD.number, OLD.outgoing_id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION ban_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.banned_until IS NOT NULL AND NEW.banned_until IS DISTINCT FROM OLD.banned_until
      AND NOT is_taken_by_operators('wallet:' || NEW.id, 'suspension'))
    OR (NEW.withdrawal_ban_until IS NOT NULL AND NEW.withdrawal_ban_until IS DISTINCT FROM OLD.withdrawal_ban_until
      AND NOT is_taken_by_operators('wallet:' || NEW.id, 'withdrawals')) THEN
    RAISE EXCEPTION 'update of wallet is refused: what one operator takes is counted' USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION begin_month() RETURNS void LANGUAGE plpgsql SECURITY DEFINER search_path=books, pg_temp AS $$
DECLARE
  now_utc timestamp := clock_timestamp() AT TIME ZONE 'UTC';
BEGIN
  PERFORM begin_month_number(((extract(year FROM now_utc) - 2026) * 12 + extract(month FROM now_utc) - 1)::int4);
END $$;

CREATE FUNCTION begin_month_number(this_month integer) RETURNS void LANGUAGE plpgsql search_path=books, pg_temp AS $$
DECLARE
  name text := 'posting_' || to_char(timestamp '2026-01-01' + this_month * interval '1 month', 'YYYY_MM');
  first int8 := this_month::int8 << 44;
BEGIN
  INSERT INTO month (number) SELECT this_month WHERE NOT EXISTS (SELECT FROM month m WHERE m.number >= this_month) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- Create, then attach, so that no posting is blocked.
  EXECUTE format('CREATE TABLE %I (LIKE posting INCLUDING ALL)', name);
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  EXECUTE format('ALTER TABLE posting ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', name, first, first + (1::int8 << 44));
  PERFORM setval('posting_id', first + 1024, false);
END $$;

CREATE FUNCTION belong_together(bond text, debit_holder text, credit_holder text, debit_owner text, credit_owner text, debit_purpose text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE bond
    WHEN 'any' THEN true
    WHEN 'same holder' THEN debit_holder = credit_holder
    WHEN 'other holder' THEN debit_holder <> credit_holder
    WHEN 'same order' THEN debit_owner = credit_owner
    WHEN 'same network' THEN split_part(debit_purpose, ':', 2) = split_part(credit_owner, ':', 2)
  END) IS TRUE
$$;

CREATE FUNCTION bond_of(debit_class smallint, credit_class smallint, debit_asset smallint, credit_asset smallint, in_code smallint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT m.bond FROM books.movement m
    WHERE m.from_class = debit_class AND m.to_class = credit_class AND m.asset = debit_asset AND m.asset = credit_asset AND m.code = in_code
$$;

CREATE FUNCTION bound_address_is_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.wallet_id, OLD.chain) IS DISTINCT FROM (NEW.wallet_id, NEW.chain) OR NOT EXISTS (
    SELECT FROM address_change c WHERE c.wallet_id = OLD.wallet_id AND c.chain = OLD.chain AND c.state = 'done'
      AND c.ended_at = NEW.bound_at AND c.old_address = OLD.address AND c.new_address = NEW.address
      AND c.signed_address = NEW.signed_address AND c.issued_at = NEW.issued_at AND c.public_key = NEW.public_key
      AND c.signature = NEW.signature AND NEW.replaces = OLD.address AND NEW.payable_from > NEW.bound_at
  ) THEN
    RAISE EXCEPTION 'update of bound_address is refused: no change was asked for' USING ERRCODE = 'GH001';
  END IF;
  IF EXISTS (SELECT FROM withdrawal w WHERE w.wallet_id = OLD.wallet_id AND w.chain = OLD.chain AND w.ended_at IS NULL) THEN
    RAISE EXCEPTION 'update of bound_address is refused: a withdrawal is on its way to it' USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION business_now() RETURNS timestamp with time zone LANGUAGE sql AS $$
  SELECT date_trunc('milliseconds', clock_timestamp()) + (SELECT offset_ms FROM public.demo_clock) * interval '1 millisecond'
$$;

CREATE FUNCTION chat_message_has_room() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  size bigint := octet_length(NEW.text) + 256;
BEGIN
  IF NEW.picture IS NOT NULL THEN
    PERFORM count_kept('picture', 'thread:' || NEW.thread_id, NEW.at, picture_bytes(NEW.picture));
  END IF;
  PERFORM count_kept('message', 'thread:' || NEW.thread_id, NEW.at, size);
  PERFORM count_kept('message', 'wallet:' || NEW.wallet_id, NEW.at, size);
  PERFORM count_kept('message', 'all:' || quota_part(NEW.wallet_id), NEW.at, size);
  IF is_young(NEW.wallet_id) THEN
    PERFORM count_kept('message', 'young:' || quota_part(NEW.wallet_id), NEW.at, size);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION chat_message_is_next() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  thread chat_thread;
BEGIN
  SELECT * INTO thread FROM chat_thread WHERE id = NEW.thread_id;
  IF NEW.number <> thread.last_number OR (NEW.operator IS NOT NULL AND thread.staff_since IS NULL) THEN
    RAISE EXCEPTION 'message % of chat thread % is refused', NEW.number, NEW.thread_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION chat_thread_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.kind, OLD.subject, OLD.opened_at) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.subject, NEW.opened_at)
    OR (OLD.staff_since IS NOT NULL AND NEW.staff_since IS DISTINCT FROM OLD.staff_since)
    OR NEW.last_number NOT IN (OLD.last_number, OLD.last_number + 1) OR NEW.staff_read < OLD.staff_read THEN
    RAISE EXCEPTION 'update of chat thread % is refused: it only goes on', OLD.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION check_movements(classes smallint[], assets smallint[], holders text[], owners text[], purposes text[], debits integer[], credits integer[], codes smallint[]) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  wrong record;
BEGIN
  SELECT concat_ws(' ', owners[u.debit], purposes[u.debit]) AS debit, concat_ws(' ', owners[u.credit], purposes[u.credit]) AS credit,
      u.code INTO wrong
    FROM unnest(debits, credits, codes) AS u (debit, credit, code)
    LEFT JOIN movement m ON m.from_class = classes[u.debit] AND m.to_class = classes[u.credit]
      AND m.asset = assets[u.debit] AND m.asset = assets[u.credit] AND m.code = u.code
    WHERE NOT belong_together(m.bond, holders[u.debit], holders[u.credit], owners[u.debit], owners[u.credit], purposes[u.debit])
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'no movement goes from % to % with code %', wrong.debit, wrong.credit, wrong.code USING ERRCODE = 'GH002';
  END IF;
END $$;

CREATE FUNCTION class_of(owner text, purpose text, line text DEFAULT NULL::text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE split_part(owner, ':', 1)
    WHEN 'issued' THEN 'issued'
    WHEN 'outside' THEN CASE split_part(owner, ':', 2) WHEN 'venue' THEN 'outside.venue' ELSE 'outside.network' END
    WHEN 'pool' THEN 'pool.' || split_part(owner, ':', 2) || '.' || purpose
    WHEN 'market' THEN 'market.' || split_part(owner, ':', 2) || '.' || purpose
    WHEN 'order' THEN 'order.' || line || '.' || purpose
    ELSE split_part(owner, ':', 1) || '.' || split_part(purpose, ':', 1)
  END
$$;

CREATE FUNCTION count_activated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE referral_count SET activated = activated + CASE WHEN NEW.activated_at IS NULL THEN -1 ELSE 1 END WHERE sponsor_id = NEW.sponsor_id;
  RETURN NULL;
END $$;

CREATE FUNCTION count_kept(of text, whose text, at timestamp with time zone, added bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  scope text := split_part(whose, ':', 1);
  most bigint := quota_of(of, split_part(whose, ':', 1)) / CASE WHEN split_part(whose, ':', 1) IN ('all', 'young') THEN 16 ELSE 1 END;
  total bigint;
BEGIN
  INSERT INTO quota_use AS k (month, kind, owner, bytes)
    VALUES (date_trunc('month', at AT TIME ZONE 'UTC')::date, of, whose, added)
    ON CONFLICT (month, kind, owner) DO UPDATE SET bytes = k.bytes + excluded.bytes RETURNING k.bytes INTO total;
  IF most IS NULL OR total > most THEN
    RAISE EXCEPTION 'no room for % of %: % of % bytes this month', of, scope, total, most USING ERRCODE = 'GH006';
  END IF;
END $$;

CREATE FUNCTION count_let_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO let_go_minute AS m (slot, coin, minute, value_units, units)
    SELECT g.minute % 128, g.coin, g.minute, g.value, g.units FROM (
      SELECT floor(extract(epoch FROM a.let_go_at) / 60)::bigint AS minute, a.coin, coalesce(sum(a.value_units), 0) AS value,
        sum(a.units) AS units
      FROM after_rows a JOIN before_rows b ON b.id = a.id
      WHERE a.let_go_at IS DISTINCT FROM b.let_go_at AND a.let_go_at IS NOT NULL GROUP BY 1, 2
    ) g ORDER BY g.minute, g.coin
  ON CONFLICT (slot, coin) DO UPDATE SET minute = greatest(m.minute, excluded.minute),
    value_units = excluded.value_units * (excluded.minute >= m.minute)::int + m.value_units * (m.minute >= excluded.minute)::int,
    units = excluded.units * (excluded.minute >= m.minute)::int + m.units * (m.minute >= excluded.minute)::int;
  RETURN NULL;
END $$;

CREATE FUNCTION count_referrals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral_count AS c (sponsor_id, referrals, activated)
    SELECT sponsor_id, count(*), count(activated_at) FROM added WHERE sponsor_id IS NOT NULL GROUP BY sponsor_id ORDER BY sponsor_id
    ON CONFLICT (sponsor_id) DO UPDATE SET referrals = c.referrals + excluded.referrals, activated = c.activated + excluded.activated;
  RETURN NULL;
END $$;

CREATE FUNCTION count_remainder() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before numeric := CASE WHEN TG_OP = 'INSERT' OR OLD.orphaned_at IS NOT NULL THEN 0 ELSE OLD.remainder END;
  after numeric := CASE WHEN TG_OP = 'DELETE' OR NEW.orphaned_at IS NOT NULL THEN 0 ELSE NEW.remainder END;
BEGIN
  IF after <> before THEN
    INSERT INTO chain_remainder (chain, coin, base_units)
      VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.chain ELSE NEW.chain END, CASE TG_OP WHEN 'DELETE' THEN OLD.coin ELSE NEW.coin END,
        after - before);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION decide_entries(keys text[], known text[], floors bigint[], assets smallint[], debits integer[], credits integer[], amounts bigint[], INOUT heads integer[], INOUT balances bigint[], OUT debit_balances bigint[], OUT credit_balances bigint[], OUT verdicts text[], OUT lacking smallint[]) RETURNS record LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  total int4 := cardinality(heads);
  entry int4; verdict text; debit int4; credit int4; amount int8;
BEGIN
  debit_balances := array_fill(0::int8, ARRAY[total]);
  credit_balances := debit_balances;
  FOR p IN 1 .. total LOOP
    IF heads[p] = p AND keys[p] IS NOT NULL THEN
      entry := p;
      verdict := known[p];
    ELSIF (heads[p] = entry AND keys[p] IS NULL) IS NOT TRUE THEN
      RAISE EXCEPTION 'the postings of an entry follow one another, and the first one has its key' USING ERRCODE = 'GH002';
    END IF;
    IF verdict IS NULL THEN
      debit := debits[p]; credit := credits[p]; amount := amounts[p];
      IF balances[debit] < (-9223372036854775808)::int8 + amount OR balances[credit] > 9223372036854775807 - amount THEN
        verdict := 'overflow';
      ELSIF balances[debit] - amount < floors[debit] THEN
        verdict := 'insufficient';
      ELSE
        balances[debit] := balances[debit] - amount; debit_balances[p] := balances[debit];
        balances[credit] := balances[credit] + amount; credit_balances[p] := balances[credit];
        CONTINUE;
      END IF;
    END IF;
    IF heads[entry] > 0 THEN
      verdicts := coalesce(verdicts, array_fill('posted'::text, ARRAY[total]));
      lacking := coalesce(lacking, array_fill(NULL::int2, ARRAY[total]));
      verdicts[entry] := verdict;
      IF verdict = 'insufficient' THEN lacking[entry] := assets[debits[p]]; END IF;
      FOR back IN entry .. p - 1 LOOP
        balances[debits[back]] := balances[debits[back]] + amounts[back];
        balances[credits[back]] := balances[credits[back]] - amounts[back];
        heads[back] := 0;
      END LOOP;
    END IF;
    heads[p] := 0;
  END LOOP;
END $$;

CREATE FUNCTION declare_setting(of text, first jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.setting (name, value) VALUES (of, first) ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION find_accounts(in_lane integer, owners text[], purposes text[], assets smallint[], in_holders text[], in_classes smallint[], OUT ids bigint[], OUT holders text[], OUT classes smallint[], OUT fingerprints bigint[], OUT settled boolean[]) RETURNS record LANGUAGE plpgsql SECURITY DEFINER search_path=books, pg_temp enable_seqscan=off AS $$
DECLARE
  wrong text;
BEGIN
  FOR look IN 1 .. 2 LOOP
    SELECT array_agg(a.id ORDER BY u.place), array_agg(a.holder ORDER BY u.place), array_agg(a.class ORDER BY u.place),
        array_agg(a.fingerprint ORDER BY u.place),
        array_agg(a.xmin IS DISTINCT FROM pg_current_xact_id_if_assigned()::xid ORDER BY u.place)
      INTO ids, holders, classes, fingerprints, settled
      FROM unnest(owners, purposes, assets) WITH ORDINALITY AS u (owner, purpose, asset, place)
      LEFT JOIN account a ON a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset;
    EXIT WHEN look = 2 OR array_position(ids, NULL) IS NULL;

    SELECT min(u.owner || ' ' || u.purpose) INTO wrong
      FROM unnest(owners, purposes, in_holders, in_classes, ids) AS u (owner, purpose, holder, class, id)
      LEFT JOIN account_class c ON c.number = u.class
      WHERE u.id IS NULL AND (
        c.name = class_of(u.owner, u.purpose, split_part(c.name, '.', 2))
        AND (u.holder IS NOT NULL) = (c.name LIKE 'wallet.%' OR c.name LIKE 'order.%')
        AND (c.name NOT LIKE 'wallet.%' OR u.owner = 'wallet:' || u.holder)
      ) IS NOT TRUE;
    IF wrong IS NOT NULL THEN
      RAISE EXCEPTION 'account % cannot be opened like this', wrong USING ERRCODE = 'GH002';
    END IF;
    INSERT INTO account (lane, owner, purpose, asset, class, holder, floor)
      SELECT in_lane, u.owner, u.purpose, u.asset, c.number, u.holder,
        CASE WHEN c.name NOT IN ('issued', 'outside.network', 'outside.venue') THEN 0 END
      FROM unnest(owners, purposes, assets, in_holders, in_classes, ids) AS u (owner, purpose, asset, holder, class, id)
      JOIN account_class c ON c.number = u.class
      WHERE u.id IS NULL
      ORDER BY u.owner, u.purpose, u.asset
      ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

CREATE FUNCTION forget_approvals(asked bigint) RETURNS void LANGUAGE sql SECURITY DEFINER search_path=public, pg_temp AS $$
  DELETE FROM withdrawal_approval WHERE withdrawal_id = asked
$$;

CREATE FUNCTION freeze_holds_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'withdrawals of % waited after a freeze already, until %', OLD.id, OLD.withdrawals_held_until USING ERRCODE = 'GH001';
END $$;

CREATE FUNCTION had_real_coins() RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM public.real_since WHERE NOT is_of_this_transaction(xmin))
$$;

CREATE FUNCTION has_real_coins() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT EXISTS (SELECT FROM public.real_since) $$;

CREATE FUNCTION has_word_of_two() RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM public.operator_proposal p
    WHERE p.id::text = current_setting('glasshouse.word', true) AND p.done_at IS NOT NULL
      AND is_of_this_transaction(p.xmin))
$$;

CREATE FUNCTION heads_have_one_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM operator_log_head WHERE public_key <> NEW.public_key) THEN
    RAISE EXCEPTION 'the head of % is refused: the heads before it are signed by another key', NEW.day USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION home_link_is_set_by_two() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_word_of_two() AND (tg_op = 'DELETE' OR NEW.target IS NOT NULL OR NOT is_said_by_operators()) THEN
    RAISE EXCEPTION '% of home_link is refused: it takes the word of two operators', tg_op USING ERRCODE = 'GH005';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE FUNCTION investment_order_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.wallet_id, new.product_id, new.line, new.terms, new.card_hash, new.bought_at)
     IS DISTINCT FROM (old.wallet_id, old.product_id, old.line, old.terms, old.card_hash, old.bought_at) THEN
    RAISE EXCEPTION 'the terms of order % never change', old.id;
  END IF;
  IF new.state <> old.state
     AND NOT EXISTS (SELECT FROM order_transition t WHERE t.state = old.state AND t.next = new.state) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', old.id, old.state, new.state;
  END IF;
  RETURN new;
END $$;

CREATE FUNCTION is_of_this_transaction(made xid) RETURNS boolean LANGUAGE sql AS $$
  SELECT coalesce(made = t.now::xid OR pg_xact_status((t.number + (made::text::int8 - t.number << 32 >> 32))::text::xid8) = 'in progress', false)
  FROM (SELECT pg_current_xact_id_if_assigned() AS now, pg_current_xact_id_if_assigned()::text::int8 AS number) t
$$;

CREATE FUNCTION is_said_by_operators() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_has_role(current_user, 'glasshouse_operators', 'MEMBER')
$$;

CREATE FUNCTION is_taken_by_operators(whose text, what text) RETURNS boolean LANGUAGE sql AS $$
  SELECT has_word_of_two() OR EXISTS (SELECT FROM public.operator_stop s
    WHERE s.subject = whose AND s.kind = what AND is_of_this_transaction(s.xmin))
$$;

CREATE FUNCTION is_young(of text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM wallet WHERE id = of AND created_at > business_now() - interval '7 days')
$$;

CREATE FUNCTION keep_candle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO market_candle AS kept
  SELECT pair, period, date_trunc(period, at, 'UTC'), (array_agg(price ORDER BY at, id))[1], max(price), min(price),
    (array_agg(price ORDER BY at DESC, id DESC))[1], sum(base_units), sum(quote_units), count(*), min(at), max(at)
  FROM made CROSS JOIN unnest(ARRAY['minute', 'hour', 'day']) AS period
  GROUP BY pair, period, date_trunc(period, at, 'UTC')
  ON CONFLICT (pair, period, opened_at) DO UPDATE SET
    open = CASE WHEN EXCLUDED.first_at < kept.first_at THEN EXCLUDED.open ELSE kept.open END,
    close = CASE WHEN EXCLUDED.last_at >= kept.last_at THEN EXCLUDED.close ELSE kept.close END,
    high = greatest(kept.high, EXCLUDED.high),
    low = least(kept.low, EXCLUDED.low),
    base_units = kept.base_units + EXCLUDED.base_units,
    quote_units = kept.quote_units + EXCLUDED.quote_units,
    trades = kept.trades + EXCLUDED.trades,
    first_at = least(kept.first_at, EXCLUDED.first_at),
    last_at = greatest(kept.last_at, EXCLUDED.last_at);
  RETURN NULL;
END $$;

CREATE FUNCTION keep_history(in_lane integer, in_holder text, in_least integer, in_most integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER search_path=books, pg_temp enable_seqscan=off enable_hashjoin=off enable_mergejoin=off AS $$
DECLARE
  behind int4;
  idle int4;
  idle_ids int8[];
BEGIN
  SELECT count(*) INTO behind FROM (
    SELECT FROM account a LEFT JOIN kept_until k ON k.account = a.id AND k.lane = a.lane CROSS JOIN LATERAL (
      SELECT FROM posting c WHERE c.credit = a.id AND c.lane = in_lane AND c.id > coalesce(k.until, 0)
      UNION ALL SELECT FROM posting d WHERE d.debit = a.id AND d.lane = in_lane AND d.id > coalesce(k.until, 0) LIMIT in_least + 1) p
    WHERE a.holder = in_holder AND a.lane = in_lane AND NOT a.closed LIMIT in_least + 1) found;
  SELECT count(*) INTO idle FROM (
    SELECT FROM account a WHERE a.holder = in_holder AND a.lane = in_lane AND NOT a.closed AND a.balance = 0 AND a.owner LIKE 'order:%'
      LIMIT in_least + 1) found;
  IF behind <= in_least AND idle <= in_least THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('history of ' || in_holder, in_lane));

  WITH behind AS MATERIALIZED (
    SELECT a.id, a.class, a.asset, a.purpose, coalesce(k.until, 0) AS until
      FROM account a LEFT JOIN kept_until k ON k.account = a.id AND k.lane = a.lane
      WHERE a.holder = in_holder AND a.lane = in_lane AND NOT a.closed AND (
        EXISTS (SELECT FROM posting c WHERE c.credit = a.id AND c.lane = in_lane AND c.id > coalesce(k.until, 0))
        OR EXISTS (SELECT FROM posting d WHERE d.debit = a.id AND d.lane = in_lane AND d.id > coalesce(k.until, 0)))
      LIMIT 512
  ), ahead AS MATERIALIZED (
    -- Store only a prefix of each account's postings.
    SELECT b.id AS account, b.class, b.asset, b.purpose, p.*, row_number() OVER (ORDER BY b.id, p.id) AS place
      FROM behind b CROSS JOIN LATERAL (
        (SELECT c.id, c.code, c.happened_at AS at, c.amount AS units_in, 0::int8 AS units_out, c.debit AS other, c.ref
          FROM posting c WHERE c.credit = b.id AND c.lane = in_lane AND c.id > b.until ORDER BY c.id LIMIT in_most)
        UNION ALL
        (SELECT d.id, d.code, d.happened_at, 0::int8, d.amount, d.credit, d.ref
          FROM posting d WHERE d.debit = b.id AND d.lane = in_lane AND d.id > b.until ORDER BY d.id LIMIT in_most)
        ORDER BY id LIMIT in_most
      ) p
  ), leg AS MATERIALIZED (
    SELECT h.*, o.class AS other_class, h.purpose = 'available' OR o.purpose = 'available' AND o.holder = in_holder AS spendable,
        CASE WHEN h.ref LIKE 'order:%' THEN h.ref END AS order_ref,
        CASE WHEN h.ref LIKE 'order:%' THEN coalesce((
          SELECT CASE WHEN r.holder = in_holder THEN split_part(c.name, '.', 2) END FROM account r JOIN account_class c ON c.number = r.class
          WHERE r.owner = h.ref AND r.lane = in_lane LIMIT 1), '-') ELSE '' END AS line
      FROM ahead h JOIN account o ON o.id = h.other AND o.lane = in_lane WHERE h.place <= in_most
  ), records AS (
    INSERT INTO kept_record (lane, holder, id, at, asset, code, from_class, to_class, spendable, order_ref)
      SELECT DISTINCT ON (l.id) in_lane, in_holder, l.id, l.at, l.asset, l.code,
          CASE WHEN l.units_in > 0 THEN l.other_class ELSE l.class END, CASE WHEN l.units_in > 0 THEN l.class ELSE l.other_class END,
          l.spendable, l.order_ref
        FROM leg l WHERE l.code >= 0 ORDER BY l.id
      ON CONFLICT DO NOTHING
  ), days AS (
    INSERT INTO kept_day AS s (lane, holder, day, class, asset, code, other_class, line, at_midnight, units_in, units_out, last_in)
      SELECT in_lane, in_holder, (l.at AT TIME ZONE 'UTC')::date, l.class, l.asset, l.code, l.other_class, l.line,
          l.at = date_trunc('day', l.at, 'UTC'), sum(l.units_in), sum(l.units_out), max(l.at) FILTER (WHERE l.units_in > 0)
        FROM leg l GROUP BY 3, 4, 5, 6, 7, 8, 9
      ON CONFLICT (holder, day, class, asset, code, other_class, line, at_midnight, lane) DO UPDATE
        SET units_in = s.units_in + excluded.units_in, units_out = s.units_out + excluded.units_out,
          last_in = greatest(s.last_in, excluded.last_in)
  ), months AS (
    INSERT INTO kept_month AS s (lane, holder, month, class, asset, code, other_class, line, units_in, units_out)
      SELECT in_lane, in_holder, date_trunc('month', l.at AT TIME ZONE 'UTC')::date, l.class, l.asset, l.code, l.other_class, l.line,
          sum(l.units_in), sum(l.units_out)
        FROM leg l GROUP BY 3, 4, 5, 6, 7, 8
      ON CONFLICT (holder, month, class, asset, code, other_class, line, lane) DO UPDATE
        SET units_in = s.units_in + excluded.units_in, units_out = s.units_out + excluded.units_out
  ), orders AS (
    INSERT INTO kept_order AS s (lane, holder, order_ref, class, asset, code, other_class, units_in, units_out)
      SELECT in_lane, in_holder, l.order_ref, l.class, l.asset, l.code, l.other_class, sum(l.units_in), sum(l.units_out)
        FROM leg l WHERE l.order_ref IS NOT NULL GROUP BY 3, 4, 5, 6, 7
      ON CONFLICT (holder, order_ref, class, asset, code, other_class, lane) DO UPDATE
        SET units_in = s.units_in + excluded.units_in, units_out = s.units_out + excluded.units_out
  )
  INSERT INTO kept_until AS k (lane, account, holder, until)
    SELECT in_lane, l.account, in_holder, max(l.id) FROM leg l GROUP BY l.account
    ON CONFLICT (account, lane) DO UPDATE SET until = excluded.until;
  GET DIAGNOSTICS behind = ROW_COUNT;

  -- Lock, then check, because a posting may arrive before the lock.
  SELECT array_agg(f.id) INTO idle_ids FROM (
    SELECT a.id FROM account a WHERE a.holder = in_holder AND a.lane = in_lane AND NOT a.closed AND a.balance = 0 AND a.owner LIKE 'order:%'
      ORDER BY a.id LIMIT in_most FOR NO KEY UPDATE SKIP LOCKED) f;
  UPDATE account a SET closed = true
    WHERE a.id = ANY (idle_ids) AND a.lane = in_lane AND a.balance = 0 AND EXISTS (
      SELECT FROM kept_until k WHERE k.account = a.id AND k.lane = in_lane
        AND NOT EXISTS (SELECT FROM posting c WHERE c.credit = a.id AND c.lane = in_lane AND c.id > k.until)
        AND NOT EXISTS (SELECT FROM posting d WHERE d.debit = a.id AND d.lane = in_lane AND d.id > k.until));
  GET DIAGNOSTICS idle = ROW_COUNT;
  RETURN behind > 0 OR idle > 0;
END $$;

CREATE FUNCTION keep_late_standing(late market_trade) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before market_standing;
  after timestamptz;
  standing bigint := coalesce(late.price_after, late.price);
BEGIN
  SELECT * INTO before FROM market_standing WHERE pair = late.pair AND at <= late.at ORDER BY at DESC, trade_id DESC LIMIT 1;
  INSERT INTO market_standing VALUES (late.id, late.pair, late.at, standing,
    coalesce(before.weighed + before.price::numeric * ms_between(before.at, late.at), 0));
  SELECT min(at) INTO after FROM market_standing WHERE pair = late.pair AND at > late.at;
  IF after IS NOT NULL THEN
    UPDATE market_standing SET weighed = weighed + (standing - coalesce(before.price, 0))::numeric * ms_between(late.at, after)
      WHERE pair = late.pair AND at > late.at;
  END IF;
END $$;

CREATE FUNCTION keep_standing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
  last market_standing;
BEGIN
  FOR wanted IN SELECT pair, min(at) AS first FROM made GROUP BY pair LOOP
    SELECT * INTO last FROM market_standing WHERE pair = wanted.pair ORDER BY at DESC, trade_id DESC LIMIT 1;
    IF last.at > wanted.first THEN
      PERFORM keep_late_standing(m) FROM (SELECT made::market_trade AS m FROM made WHERE pair = wanted.pair ORDER BY id) late;
    ELSE
      INSERT INTO market_standing
      SELECT id, pair, at, standing, coalesce(last.weighed, 0) + sum(coalesce(before * ms_between(before_at, at), 0)) OVER (ORDER BY at, id)
      FROM (
        SELECT id, pair, at, coalesce(price_after, price) AS standing,
          (lag(coalesce(price_after, price), 1, last.price) OVER by_time)::numeric AS before, lag(at, 1, last.at) OVER by_time AS before_at
        FROM made WHERE pair = wanted.pair WINDOW by_time AS (ORDER BY at, id)
      ) step;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_star_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO star_change (wallet_id, at, star, was)
    SELECT n.wallet_id, n.since, n.star, 0 FROM added n WHERE n.star > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_star_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO star_change (wallet_id, at, star, was)
    SELECT n.wallet_id, n.since, n.star, o.star FROM changed n JOIN before o USING (wallet_id) WHERE n.star <> o.star;
  RETURN NULL;
END $$;

CREATE FUNCTION known_verdicts(in_lane integer, accounts bigint[], keys text[], heads integer[], debits integer[], credits integer[], amounts bigint[], codes smallint[]) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  known record; head int4; verdicts text[];
BEGIN
  FOR known IN SELECT k.key, k.entry FROM entry_key k WHERE k.lane = in_lane AND k.key = ANY (keys) LOOP
    FOREACH head IN ARRAY array_positions(keys, known.key) LOOP
      verdicts := coalesce(verdicts, array_fill(NULL::text, ARRAY[cardinality(keys)]));
      verdicts[head] := CASE WHEN
        (SELECT array_agg((accounts[debits[g]], accounts[credits[g]], amounts[g], codes[g]) ORDER BY g)
          FROM generate_series(head, cardinality(heads)) g WHERE heads[g] = head)
        = (SELECT array_agg((p.debit, p.credit, p.amount, p.code) ORDER BY p.id) FROM posting p
          WHERE p.lane = in_lane AND p.id BETWEEN known.entry AND known.entry + 1023 AND p.entry = known.entry)
        THEN 'replayed' ELSE 'conflict' END;
    END LOOP;
  END LOOP;
  RETURN verdicts;
END $$;

CREATE FUNCTION lock_accounts(in_lane integer, accounts bigint[], changes bigint[], fingerprints bigint[], OUT balances bigint[], OUT guesses bigint[], OUT floors bigint[], OUT classes smallint[], OUT assets smallint[], OUT holders text[], OUT owners text[], OUT purposes text[]) RETURNS record LANGUAGE plpgsql AS $$
DECLARE
  ids int8[]; found_fingerprints int8[];
BEGIN
  WITH changed AS (
    UPDATE account a SET spare = NULL, closed = false, balance = CASE
        WHEN a.balance BETWEEN -4611686018427387904 AND 4611686018427387903
        THEN greatest(a.floor, a.balance + changes[width_bucket(a.id, (SELECT accounts))]) ELSE a.balance END
      WHERE a.id = ANY (accounts) AND a.lane = in_lane
      RETURNING a.id, old.balance AS before, new.balance, a.floor, a.class, a.asset, a.holder, a.owner, a.purpose,
        a.fingerprint
  )
  SELECT array_agg(c.id), array_agg(c.before), array_agg(c.balance), array_agg(c.floor), array_agg(c.class),
      array_agg(c.asset), array_agg(c.holder), array_agg(c.owner), array_agg(c.purpose), array_agg(c.fingerprint)
    INTO ids, balances, guesses, floors, classes, assets, holders, owners, purposes, found_fingerprints
    FROM (SELECT * FROM changed ORDER BY id) c;
  IF ids IS DISTINCT FROM accounts AND cardinality(ids) IS NOT DISTINCT FROM cardinality(accounts)
    OR accounts IS DISTINCT FROM (SELECT array_agg(DISTINCT u.id ORDER BY u.id) FROM unnest(accounts) AS u (id)) THEN
    RAISE EXCEPTION 'the accounts of a batch are there once each, in order' USING ERRCODE = 'GH002';
  ELSIF ids IS DISTINCT FROM accounts OR found_fingerprints IS DISTINCT FROM fingerprints THEN
    RAISE EXCEPTION 'a number is not that of the account it is remembered for' USING ERRCODE = '40001';
  END IF;
END $$;

CREATE FUNCTION mailbox_kept_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_taken_by_operators('wallet:' || NEW.wallet_id, 'mailbox') THEN
    RAISE EXCEPTION 'update of mailbox is refused: what one operator takes is counted' USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION ms_between(earlier timestamp with time zone, later timestamp with time zone) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$$$;

CREATE FUNCTION network_is_named_by_two() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION note_real_coins() RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.real_since DEFAULT VALUES ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION note_real_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_real_coins();
  RETURN NEW;
END $$;

CREATE FUNCTION note_setting_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.setting_version SET version = version + 1;
  RETURN NULL;
END $$;

CREATE FUNCTION operator_is_named_by_two() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND (OLD.name, OLD.public_key, OLD.is_demo, OLD.added_at) IS DISTINCT FROM (NEW.name, NEW.public_key, NEW.is_demo, NEW.added_at)
    OR tg_op = 'UPDATE' AND OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'update of operator % is refused: who they were is kept', OLD.name USING ERRCODE = 'GH001';
  END IF;
  IF has_word_of_two() OR (tg_op = 'INSERT' AND (NEW.is_demo OR (SELECT count(*) FROM operator WHERE NOT is_demo) < 2)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% of operator is refused: it takes the word of two operators', tg_op USING ERRCODE = 'GH005';
END $$;

CREATE FUNCTION operator_proposal_begins_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.proposed_at NOT BETWEEN business_now() - interval '1 minute' AND business_now() + interval '1 second'
    OR NEW.expires_at <> NEW.proposed_at + interval '7 days' THEN
    RAISE EXCEPTION 'proposal % is refused: it begins now and lives for seven days', NEW.id USING ERRCODE = 'GH001';
  END IF;
  IF NEW.done_at IS NOT NULL OR NEW.refused_at IS NOT NULL THEN
    RAISE EXCEPTION 'proposal % is refused: nobody has given a word for it yet', NEW.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION operator_proposal_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  refusing text[];
BEGIN
  IF OLD.done_at IS NOT NULL OR OLD.refused_at IS NOT NULL
    OR (OLD.id, OLD.verb, OLD.args, OLD.flags, OLD.will, OLD.guard, OLD.text, OLD.proposed_by, OLD.signature, OLD.proposed_at, OLD.expires_at)
      IS DISTINCT FROM
      (NEW.id, NEW.verb, NEW.args, NEW.flags, NEW.will, NEW.guard, NEW.text, NEW.proposed_by, NEW.signature, NEW.proposed_at, NEW.expires_at)
  THEN
    RAISE EXCEPTION 'update of proposal % is refused: it is what was signed, and ends once', OLD.id USING ERRCODE = 'GH001';
  END IF;
  refusing := ARRAY(SELECT r.operator FROM operator_refusal r JOIN operator o ON o.name = r.operator
    WHERE r.proposal = NEW.id AND o.ended_at IS NULL AND r.operator <> NEW.proposed_by);
  IF NEW.done_at IS NOT NULL THEN
    NEW.done_at := business_now();
    IF NEW.approved_by = ANY (refusing) OR (NEW.approved_by = NEW.proposed_by AND cardinality(refusing) > 0) THEN
      RAISE EXCEPTION 'proposal % is refused: it takes the word of another operator', OLD.id USING ERRCODE = 'GH005';
    END IF;
  END IF;
  IF NEW.refused_at IS NOT NULL THEN
    NEW.refused_at := business_now();
    IF NEW.refused_by <> NEW.proposed_by AND cardinality(refusing) < 2 THEN
      RAISE EXCEPTION 'proposal % stays: its proposer ends it, or two others', OLD.id USING ERRCODE = 'GH005';
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION operator_refusal_is_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.refused_at := business_now();
  RETURN NEW;
END $$;

CREATE FUNCTION operator_stop_is_within_budget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    WITH closing AS (
      SELECT at AS since, CASE WHEN kind IN ('suspension', 'withdrawals', 'value', 'block')
        THEN least(until, coalesce(lead(at) OVER (PARTITION BY kind ORDER BY id), until)) ELSE until END AS until
      FROM operator_stop WHERE subject = NEW.subject
    ), span AS (SELECT until AS ends FROM closing UNION SELECT since + interval '7 days' FROM closing)
    SELECT FROM span WHERE ends > NEW.at AND interval '72 hours' < (
      SELECT sum(greatest(interval '0', least(c.until, ends) - greatest(c.since, ends - interval '7 days'))) FROM closing c)
  ) THEN
    RAISE EXCEPTION 'insert of operator_stop is refused: more than 72 hours within seven days takes the word of two operators'
      USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION order_reservation_keeps_its_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.order_id, new.wallet_id, new.product_id, new.base_units, new.prepaid_units, new.credit_units, new.reserved_at)
     IS DISTINCT FROM
     (old.order_id, old.wallet_id, old.product_id, old.base_units, old.prepaid_units, old.credit_units, old.reserved_at)
     OR (old.due_at IS NOT NULL AND new.due_at IS DISTINCT FROM old.due_at
       AND NOT coalesce(new.due_at >= old.due_at + interval '24 hours', false))
     OR old.over_at IS NOT NULL
     -- After payment only the CREDIT may change.
     OR (old.paid_at IS NOT NULL AND ((new.due_at, new.quota_day, new.paid_at, new.over_at) IS DISTINCT FROM
         (old.due_at, old.quota_day, old.paid_at, old.over_at)
       OR old.credit_over_at IS NOT NULL OR new.credit_over_at IS NULL OR new.bonus_units > old.bonus_units)) THEN
    RAISE EXCEPTION 'reservation % keeps what was agreed', old.order_id;
  END IF;
  IF old.credit_over_at IS NULL AND new.credit_over_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM investment_order o WHERE o.id = new.order_id
      AND (o.round >= 1 OR (o.state = 'cancelled' AND new.bonus_units = 0))) THEN
    RAISE EXCEPTION 'the credit of reservation % waits for the start of its order', old.order_id;
  END IF;
  RETURN new;
END $$;

CREATE FUNCTION otc_ad_holds_its_coins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ad otc_ad;
BEGIN
  SELECT * INTO ad FROM otc_ad WHERE id = NEW.id;
  IF ad.side = 'sell' AND (otc_moved('otc:ad:' || ad.id || ':posted', 20, ad.maker_id, ad.maker_id) <> ad.units
      OR otc_moved('otc:ad:' || ad.id || ':removed', 24, ad.maker_id, ad.maker_id) <> CASE WHEN ad.state = 'removed' THEN ad.units - ad.done_units ELSE 0 END) THEN
    RAISE EXCEPTION 'the coins of ad % are not where it says', ad.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION otc_ad_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'INSERT' AND (NEW.bound_units, NEW.done_units) <> (0, 0)) OR (TG_OP = 'UPDATE' AND pg_trigger_depth() = 1
      AND (OLD.bound_units, OLD.done_units) <> (NEW.bound_units, NEW.done_units)) THEN
    RAISE EXCEPTION 'ad % binds and has traded what its transactions say', NEW.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION otc_ad_keeps_itself() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.maker_id, OLD.side, OLD.fiat, OLD.units, OLD.posted_at)
    IS DISTINCT FROM (NEW.id, NEW.maker_id, NEW.side, NEW.fiat, NEW.units, NEW.posted_at) OR OLD.state = 'removed' THEN
    RAISE EXCEPTION 'ad % keeps what it is', OLD.id USING ERRCODE = 'GH001';
  END IF;
  IF (OLD.price_units, OLD.margin_points, OLD.least_units, OLD.most_units, OLD.window_minutes, OLD.terms, OLD.methods)
    IS DISTINCT FROM (NEW.price_units, NEW.margin_points, NEW.least_units, NEW.most_units, NEW.window_minutes, NEW.terms, NEW.methods)
    AND OLD.state <> 'disabled' THEN
    RAISE EXCEPTION 'ad % is disabled before its terms change', OLD.id USING ERRCODE = 'GH001';
  END IF;
  IF NEW.state = 'removed' AND OLD.state <> 'disabled' THEN
    RAISE EXCEPTION 'ad % is disabled before it is removed', OLD.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION otc_ad_names_kept_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.side = 'sell' AND EXISTS (SELECT FROM jsonb_array_elements(NEW.methods) m WHERE NOT EXISTS (
      SELECT FROM otc_payment_details d WHERE d.sealed_details = m ->> 'details' AND d.maker_id = NEW.maker_id
        AND d.method = (m ->> 'method')::int AND d.usable_from = (m ->> 'from')::timestamptz)) THEN
    RAISE EXCEPTION 'ad % names payment details that are not kept', NEW.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION otc_dispute_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.decided_at IS NOT NULL OR NEW.answered_at IS NOT NULL OR NEW.told_at < NEW.opened_at THEN
    RAISE EXCEPTION 'the dispute about transaction % begins undecided', NEW.transaction_id USING ERRCODE = 'GH001';
  END IF;
  IF NOT EXISTS (SELECT FROM otc_transaction t WHERE t.id = NEW.transaction_id AND t.state = 'disputed'
      AND NEW.opened_by IN (t.maker_id, t.taker_id)) THEN
    RAISE EXCEPTION 'the dispute about transaction % is not between its two', NEW.transaction_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION otc_dispute_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.decided_at IS NOT NULL AND NOT EXISTS (SELECT FROM otc_transaction t WHERE t.id = NEW.transaction_id AND t.ended_at IS NOT NULL
      AND t.released_units = NEW.decided_units) THEN
    RAISE EXCEPTION 'transaction % ends with its decision, as it says', NEW.transaction_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION otc_dispute_is_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.decided_at IS NOT NULL OR (OLD.transaction_id, OLD.opened_by, OLD.reason, OLD.opened_at, OLD.told_at)
    IS DISTINCT FROM (NEW.transaction_id, NEW.opened_by, NEW.reason, NEW.opened_at, NEW.told_at)
    OR (OLD.answered_at IS NOT NULL AND (OLD.answered_at, OLD.answer) IS DISTINCT FROM (NEW.answered_at, NEW.answer)) THEN
    RAISE EXCEPTION 'the dispute about transaction % keeps what was said', OLD.transaction_id USING ERRCODE = 'GH001';
  END IF;
  IF NEW.decided_at IS NULL THEN
    RETURN NEW;
  END IF;
  IF NEW.decided_units > 0 AND OLD.answered_at IS NULL AND NEW.decided_at < NEW.told_at + interval '72 hours' THEN
    RAISE EXCEPTION 'the seller of transaction % has time to answer until %', OLD.transaction_id, NEW.told_at + interval '72 hours'
      USING ERRCODE = 'GH001';
  END IF;
  IF NOT has_word_of_two() THEN
    RAISE EXCEPTION 'the decision about transaction % is refused: it takes the word of two operators', OLD.transaction_id USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION otc_evidence_has_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_kept('evidence', 'wallet:' || NEW.wallet_id, NEW.at, length(NEW.bytes));
  PERFORM count_kept('evidence', 'thread:otc' || NEW.transaction_id, NEW.at, length(NEW.bytes));
  PERFORM count_kept('evidence', 'all:' || quota_part(NEW.wallet_id), NEW.at, length(NEW.bytes));
  RETURN NULL;
END $$;

CREATE FUNCTION otc_evidence_is_of_the_two() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM otc_transaction t WHERE t.id = NEW.transaction_id AND t.state = 'disputed'
      AND NEW.wallet_id IN (t.maker_id, t.taker_id)) THEN
    RAISE EXCEPTION 'evidence about transaction % is refused', NEW.transaction_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION otc_evidence_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF length(NEW.bytes) > 0 OR (OLD.id, OLD.transaction_id, OLD.wallet_id, OLD.picture, OLD.at) IS DISTINCT FROM
      (NEW.id, NEW.transaction_id, NEW.wallet_id, NEW.picture, NEW.at)
    OR NOT EXISTS (SELECT FROM otc_transaction t WHERE t.id = OLD.transaction_id AND t.ended_at < business_now() - interval '365 days') THEN
    RAISE EXCEPTION 'evidence % stays until a year after its trade ended', OLD.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION otc_moved(asked text, of_code integer, giver text, receiver text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN count(*) > 3 OR bool_or(r.code = of_code AND (r.from_holder, r.to_holder) IS DISTINCT FROM (giver, receiver)) THEN -1
    ELSE coalesce(sum(r.amount) FILTER (WHERE r.code = of_code), 0) END::bigint
  FROM entry e JOIN record r ON r.lane = e.lane AND r.id BETWEEN e.id AND e.id + 3 AND r.entry = e.id
  WHERE e.lane = 0 AND e.key = asked
$$;

CREATE FUNCTION otc_payment_details_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.usable_from < NEW.kept_at + interval '24 hours'
    AND EXISTS (SELECT FROM otc_payment_details d WHERE d.maker_id = NEW.maker_id AND d.kept_at <> NEW.kept_at) THEN
    RAISE EXCEPTION 'payment details of % wait for 24 hours', NEW.maker_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION otc_transaction_begins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ad otc_ad;
BEGIN
  IF NEW.state <> 'initialised' OR NEW.paid_at IS NOT NULL OR NEW.sealed_payer IS NOT NULL OR NEW.fault_id IS NOT NULL THEN
    RAISE EXCEPTION 'a transaction begins as initialised' USING ERRCODE = 'GH001';
  END IF;
  SELECT * INTO ad FROM otc_ad WHERE id = NEW.ad_id;
  IF ad.state <> 'enabled' OR (ad.maker_id, ad.fiat, ad.terms) IS DISTINCT FROM (NEW.maker_id, NEW.fiat, NEW.terms)
    OR (CASE ad.side WHEN 'sell' THEN NEW.seller_id ELSE NEW.buyer_id END) <> ad.maker_id
    OR NEW.price_units <> coalesce(ad.price_units, NEW.price_units) OR NEW.units > ad.most_units
    OR NEW.pay_until <> NEW.taken_at + ad.window_minutes * interval '1 minute' THEN
    RAISE EXCEPTION 'a transaction begins as its ad % says', NEW.ad_id USING ERRCODE = 'GH001';
  END IF;
  IF ad.side = 'sell' AND NOT EXISTS (SELECT FROM jsonb_array_elements(ad.methods) m WHERE (m ->> 'method')::int = NEW.method
      AND m ->> 'details' = NEW.sealed_details AND (m ->> 'from')::timestamptz <= NEW.taken_at) THEN
    RAISE EXCEPTION 'ad % shows no such payment details yet', NEW.ad_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION otc_transaction_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bound bigint := CASE WHEN NEW.ended_at IS NULL THEN NEW.units ELSE 0 END;
  done bigint := NEW.released_units;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    bound := bound - CASE WHEN OLD.ended_at IS NULL THEN OLD.units ELSE 0 END;
    done := done - OLD.released_units;
  END IF;
  IF (bound, done) <> (0, 0) THEN
    UPDATE otc_ad SET bound_units = bound_units + bound, done_units = done_units + done WHERE id = NEW.ad_id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION otc_transaction_holds_its_coins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  t otc_transaction;
  sells boolean;
  ended text;
BEGIN
  SELECT * INTO t FROM otc_transaction WHERE id = NEW.id;
  sells := t.seller_id = t.taker_id;
  ended := 'otc:' || t.id || ':ended';
  IF otc_moved('otc:' || t.id || ':taken', 21, t.seller_id, t.seller_id) <> (CASE WHEN sells THEN t.escrow_units ELSE 0 END)
    OR otc_moved(ended, 22, t.seller_id, t.buyer_id) <> t.released_units - (CASE WHEN sells THEN 0 ELSE t.fee_units END)
    OR otc_moved(ended, 23, t.seller_id, NULL) <> t.fee_units
    OR otc_moved(ended, 24, t.seller_id, t.seller_id) <> t.returned_units
    OR (t.ended_at IS NOT NULL AND sells AND t.released_units + t.fee_units + t.returned_units <> t.escrow_units)
    OR (NOT sells AND t.returned_units <> 0) THEN
    RAISE EXCEPTION 'the coins of transaction % are not where it says', t.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION otc_transaction_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL
    OR (OLD.id, OLD.ad_id, OLD.maker_id, OLD.taker_id, OLD.seller_id, OLD.buyer_id, OLD.fiat, OLD.price_units, OLD.units, OLD.fiat_units,
        OLD.method, OLD.sealed_details, OLD.terms, OLD.escrow_units, OLD.taken_at, OLD.pay_until, OLD.counts, OLD.maker_source, OLD.taker_source)
      IS DISTINCT FROM
       (NEW.id, NEW.ad_id, NEW.maker_id, NEW.taker_id, NEW.seller_id, NEW.buyer_id, NEW.fiat, NEW.price_units, NEW.units, NEW.fiat_units,
        NEW.method, NEW.sealed_details, NEW.terms, NEW.escrow_units, NEW.taken_at, NEW.pay_until, NEW.counts, NEW.maker_source, NEW.taker_source)
    OR (OLD.paid_at IS NOT NULL AND (OLD.paid_at, OLD.sealed_payer) IS DISTINCT FROM (NEW.paid_at, NEW.sealed_payer)) THEN
    RAISE EXCEPTION 'the terms of transaction % are never changed', OLD.id USING ERRCODE = 'GH001';
  END IF;
  IF NOT (OLD.state, NEW.state) IN (('initialised', 'paid'), ('initialised', 'closed'), ('paid', 'disputed'), ('paid', 'released'),
      ('disputed', 'released'), ('disputed', 'closed')) THEN
    RAISE EXCEPTION 'transaction % is %, which does not become %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'GH001';
  END IF;
  IF OLD.state = 'disputed' AND NEW.released_units < NEW.units AND NOT EXISTS (
    SELECT FROM otc_dispute d WHERE d.transaction_id = NEW.id AND d.decided_units = NEW.released_units) THEN
    RAISE EXCEPTION 'transaction % parts as it was decided', OLD.id USING ERRCODE = 'GH001';
  END IF;
  IF OLD.state = 'paid' AND NEW.state = 'released' AND NEW.released_units <> NEW.units THEN
    RAISE EXCEPTION 'transaction % is released whole', OLD.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION outgoing_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'allocated' AND (TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL OR NEW.state = 'allocated'
    OR (OLD.purpose, OLD.chain, OLD.lane, OLD.nonce) IS DISTINCT FROM (NEW.purpose, NEW.chain, NEW.lane, NEW.nonce)
    OR NOT EXISTS (SELECT FROM outgoing_attempt a WHERE a.outgoing_id = OLD.id AND a.number = NEW.attempt AND a.raw IS NOT NULL)) THEN
    RAISE EXCEPTION 'transaction % is signed and is never changed', OLD.id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION package_is_within_caps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  caps jsonb := setting_value('packages.caps');
  day_cap numeric := (caps ->> 'dayValue')::numeric * 100000000;
  wallet_cap numeric := (caps ->> 'walletValue')::numeric * 100000000;
  day timestamptz := date_trunc('day', NEW.bought_at, 'UTC');
  day_left numeric;
  own numeric;
BEGIN
  SELECT day_cap - coalesce(sum(value_units) FILTER (WHERE state <> 'cancelled'), 0),
    coalesce(sum(value_units) FILTER (WHERE wallet_id = NEW.wallet_id), 0) INTO day_left, own
  FROM investment_order WHERE line = 'package' AND base_units > 0 AND id <> NEW.id
    AND bought_at >= day AND bought_at < day + interval '1 day';
  IF (NEW.value_units <= day_left AND NEW.value_units <= wallet_cap - own
      AND NEW.value_units <= greatest(day_left - trunc(day_cap / 2), trunc(day_left / 10) - own)) IS NOT TRUE THEN
    RAISE EXCEPTION 'order % is more of the packages of % than the day or the wallet may buy', NEW.id, day;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION payment_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM outgoing_transaction t WHERE t.id = OLD.outgoing_id AND t.state <> 'allocated')
    AND (TG_OP = 'DELETE' OR (OLD.withdrawal_id, OLD.outgoing_id) IS DISTINCT FROM (NEW.withdrawal_id, NEW.outgoing_id)) THEN
    RAISE EXCEPTION 'the payment of withdrawal % is signed and is never changed', OLD.withdrawal_id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION picture_bytes(of text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT length(bytes) FROM picture WHERE id = of), 0)
$$;

CREATE FUNCTION picture_has_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An emptied picture counts again when uploaded again.
  IF length(NEW.bytes) = 0 OR (tg_op = 'UPDATE' AND length(OLD.bytes) > 0) THEN
    RETURN NULL;
  END IF;
  PERFORM count_kept(NEW.quota, 'wallet:' || NEW.wallet_id, NEW.at, length(NEW.bytes));
  PERFORM count_kept(NEW.quota, 'all:' || quota_part(NEW.wallet_id), NEW.at, length(NEW.bytes));
  IF is_young(NEW.wallet_id) THEN
    PERFORM count_kept(NEW.quota, 'young:' || quota_part(NEW.wallet_id), NEW.at, length(NEW.bytes));
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION post_entries(in_lane integer, accounts bigint[], keys text[], heads integer[], refs text[], moments timestamp with time zone[], debits integer[], credits integer[], amounts bigint[], codes smallint[], changes bigint[], fingerprints bigint[], OUT verdicts text[], OUT lacking smallint[]) RETURNS record LANGUAGE plpgsql SECURITY DEFINER search_path=books, pg_temp enable_seqscan=off enable_bitmapscan=off plan_cache_mode=force_generic_plan AS $$
DECLARE
  total int4 := cardinality(heads);
  balances int8[]; guesses int8[]; floors int8[]; classes int2[]; assets int2[]; holders text[]; owners text[]; purposes text[];
  decided_heads int4[]; decided_balances int8[]; debit_balances int8[]; credit_balances int8[]; base int8;
BEGIN
  IF (total <= 1024 AND cardinality(keys) = total AND cardinality(debits) = total AND cardinality(credits) = total
    AND cardinality(amounts) = total AND cardinality(codes) = total AND cardinality(refs) = total AND cardinality(moments) = total
    AND cardinality(changes) = cardinality(accounts) AND cardinality(fingerprints) = cardinality(accounts)) IS NOT TRUE THEN
    RAISE EXCEPTION 'a batch has at most 1024 postings, one of each for every posting and every account' USING ERRCODE = 'GH002';
  END IF;
  SELECT * INTO balances, guesses, floors, classes, assets, holders, owners, purposes
    FROM lock_accounts(in_lane, accounts, changes, fingerprints);
  PERFORM check_movements(classes, assets, holders, owners, purposes, debits, credits, codes);
  SELECT * INTO decided_heads, decided_balances, debit_balances, credit_balances, verdicts, lacking
    FROM decide_entries(keys, known_verdicts(in_lane, accounts, keys, heads, debits, credits, amounts, codes), floors, assets,
      debits, credits, amounts, heads, balances);
  IF verdicts IS NULL OR 'posted' = ANY (verdicts) THEN
    base := nextval('posting_id') - 1;
    INSERT INTO entry_key (lane, key, entry)
      SELECT in_lane, keys[g], base + g FROM generate_series(1, total) g WHERE decided_heads[g] = g;
    INSERT INTO posting (lane, id, entry, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at)
      SELECT in_lane, base + g, base + heads[g], accounts[debits[g]], accounts[credits[g]], amounts[g], debit_balances[g],
          credit_balances[g], assets[debits[g]], codes[g], refs[g], moments[g]
        FROM generate_series(1, total) g WHERE decided_heads[g] > 0;
  END IF;
  IF decided_balances <> guesses THEN
    UPDATE account a SET balance = decided.balance FROM unnest(accounts, decided_balances) AS decided (id, balance)
      WHERE a.id = decided.id AND a.lane = in_lane AND a.balance <> decided.balance;
  END IF;
END $$;

CREATE FUNCTION post_found(in_lane integer, in_moment timestamp with time zone, in_code smallint, house_pays boolean, keys text[], refs text[], houses bigint[], wallets bigint[], amounts bigint[]) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER search_path=books, pg_temp enable_seqscan=off AS $$
DECLARE
  total int4 := coalesce(cardinality(keys), 0);
  way int8 := CASE WHEN house_pays THEN 1 ELSE -1 END;
  ids int8[]; balances int8[]; floors int8[]; classes int2[]; assets int2[]; places tid[]; after int8[];
  wrong int8; is_enough bool; firsts int8[]; written int8; moved int8;
BEGIN
  IF total = 0 OR array_position(houses, NULL) IS NOT NULL OR array_position(wallets, NULL) IS NOT NULL THEN
    RETURN total = 0;
  END IF;
  SELECT array_agg(t.id), array_agg(t.balance), array_agg(t.floor), array_agg(t.class), array_agg(t.asset), array_agg(t.ctid)
    INTO ids, balances, floors, classes, assets, places
    FROM (SELECT a.id, a.balance, a.floor, a.class, a.asset, a.ctid FROM account a
      WHERE a.lane = in_lane AND a.id = ANY (wallets || (SELECT array_agg(DISTINCT u.house) FROM unnest(houses) AS u (house)))
      ORDER BY a.id FOR NO KEY UPDATE) t;

  SELECT min(k.house) INTO wrong
    FROM (SELECT DISTINCT u.house, w.class, w.asset FROM unnest(houses, wallets) AS u (house, wallet)
      LEFT JOIN unnest(ids, classes, assets) AS w (id, class, asset) ON w.id = u.wallet) k
    LEFT JOIN unnest(ids, classes, assets) AS h (id, class, asset) ON h.id = k.house
    WHERE (CASE WHEN house_pays THEN bond_of(h.class, k.class, h.asset, k.asset, in_code)
      ELSE bond_of(k.class, h.class, k.asset, h.asset, in_code) END) IS DISTINCT FROM 'any';
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'what was found for account %, code %, is no movement of the table', wrong, in_code USING ERRCODE = 'GH002';
  END IF;

  -- All postings go in one direction, so a balance that covers their sum covers each of them.
  SELECT array_agg((l.balance + s.change)::int8 ORDER BY l.id), coalesce(bool_and(l.balance + s.change >= l.floor), true)
    INTO after, is_enough
    FROM unnest(ids, balances, floors) AS l (id, balance, floor) JOIN (
      SELECT c.account, sum(c.change) AS change FROM (
        SELECT u.wallet, way * u.amount FROM unnest(wallets, amounts) AS u (wallet, amount)
        UNION ALL SELECT u.house, -way * u.amount FROM unnest(houses, amounts) AS u (house, amount)) c (account, change)
      GROUP BY c.account) s ON s.account = l.id;
  IF NOT is_enough THEN
    RAISE EXCEPTION 'an account has not enough for what was found, code %', in_code USING ERRCODE = 'GH004';
  END IF;

  SELECT array_agg(nextval('posting_id')) INTO firsts FROM generate_series(1, (total + 1023) / 1024);
  INSERT INTO entry_key (lane, key, entry)
    SELECT in_lane, u.key, firsts[(u.place - 1) / 1024 + 1] + (u.place - 1) % 1024 FROM unnest(keys) WITH ORDINALITY AS u (key, place);
  INSERT INTO posting (lane, id, entry, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at)
    SELECT in_lane, r.id, r.id, CASE WHEN house_pays THEN r.house ELSE r.wallet END, CASE WHEN house_pays THEN r.wallet ELSE r.house END,
      r.amount, CASE WHEN house_pays THEN r.house_balance ELSE r.wallet_balance END,
      CASE WHEN house_pays THEN r.wallet_balance ELSE r.house_balance END, r.asset, in_code, r.ref, in_moment
    FROM (
      SELECT firsts[(u.place - 1) / 1024 + 1] + (u.place - 1) % 1024 AS id, u.ref, u.house, u.wallet, u.amount, w.asset,
        (h.balance - way * sum(u.amount) OVER (PARTITION BY u.house ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8 AS house_balance,
        (w.balance + way * sum(u.amount) OVER (PARTITION BY u.house, u.wallet ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8
          AS wallet_balance
      FROM unnest(refs, houses, wallets, amounts) WITH ORDINALITY AS u (ref, house, wallet, amount, place)
      JOIN unnest(ids, balances, assets) AS w (id, balance, asset) ON w.id = u.wallet
      JOIN unnest(ids, balances) AS h (id, balance) ON h.id = u.house
    ) r;
  GET DIAGNOSTICS written = ROW_COUNT;
  UPDATE account a SET balance = u.balance, spare = NULL, closed = false FROM unnest(places, after) AS u (place, balance) WHERE a.ctid = u.place;
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF written <> total OR moved <> cardinality(places) OR cardinality(places) <> cardinality(after) THEN
    RAISE EXCEPTION 'an account of what was found does not exist, or moved away under its lock' USING ERRCODE = '40001';
  END IF;
  RETURN true;
END $$;

CREATE FUNCTION power_day_is_as_booked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last power_day;
  issued int8 := (SELECT id FROM balance WHERE owner = 'issued' AND asset = 6);
BEGIN
  SELECT * INTO last FROM power_day WHERE day < NEW.day ORDER BY day DESC LIMIT 1;
  IF NEW.place <> coalesce(last.place, 0) + 1 OR NEW.previous <> coalesce(last.hash, repeat('0', 64))
    OR EXISTS (SELECT FROM power_day WHERE day > NEW.day)
    OR NOT EXISTS (SELECT FROM day_span WHERE day = NEW.day AND cut = NEW.cut AND before = coalesce(last.cut, 0)) THEN
    RAISE EXCEPTION 'the POWER of % is refused: it does not follow the day before', NEW.day USING ERRCODE = 'GH005';
  END IF;
  IF EXISTS (
    SELECT FROM (
      SELECT code, sum(units) AS units, sum(postings) AS postings FROM power_paid WHERE day = NEW.day GROUP BY code
    ) said FULL JOIN (
      SELECT code, sum(amount) AS units, count(*) AS postings FROM (
        SELECT code, amount FROM record WHERE debit = issued AND id > coalesce(last.cut, 0) AND id <= NEW.cut
          AND code IN (SELECT code FROM power_code WHERE NOT is_back)
        UNION ALL SELECT code, amount FROM record WHERE credit = issued AND id > coalesce(last.cut, 0) AND id <= NEW.cut
          AND code IN (SELECT code FROM power_code WHERE is_back)
      ) moved GROUP BY code
    ) booked USING (code)
    WHERE said.units IS DISTINCT FROM booked.units OR said.postings IS DISTINCT FROM booked.postings
  ) THEN
    RAISE EXCEPTION 'the POWER of % is refused: it is not what the books say', NEW.day USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION power_day_is_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM power_day WHERE day = NEW.day) THEN
    RAISE EXCEPTION 'the POWER of % is refused: the day is closed', NEW.day USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION product_period_raises_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product SET terms_version = terms_version + 1 WHERE id = COALESCE(new.product_id, old.product_id);
  RETURN NULL;
END $$;

CREATE FUNCTION product_quota_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.taken_units > (SELECT quota_units FROM product WHERE id = new.product_id) THEN
    RAISE EXCEPTION 'the quota of product % for % is full', new.product_id, new.day;
  END IF;
  RETURN new;
END $$;

CREATE FUNCTION product_terms_raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (new.line, new.base_coin, new.side_coin, new.minimum_units, new.maximum_value_units, new.power_per_day, new.exit_fee,
      new.line_terms)
     IS DISTINCT FROM
     (old.line, old.base_coin, old.side_coin, old.minimum_units, old.maximum_value_units, old.power_per_day, old.exit_fee,
      old.line_terms)
     AND new.terms_version <= old.terms_version THEN
    new.terms_version := old.terms_version + 1;
  END IF;
  RETURN new;
END $$;

CREATE FUNCTION proofs_have_one_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM proof_signature WHERE public_key <> NEW.public_key) THEN
    RAISE EXCEPTION 'the statement of % is refused: those before it are signed by another key', NEW.day USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION quota_of(kind text, scope text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT bytes * 1048576 FROM (VALUES
    ('picture', 'wallet', 24::bigint), ('picture', 'thread', 48), ('picture', 'young', 2048), ('picture', 'all', 8192),
    ('evidence', 'wallet', 48), ('evidence', 'thread', 96), ('evidence', 'young', 8192), ('evidence', 'all', 8192),
    ('message', 'wallet', 2), ('message', 'thread', 4), ('message', 'young', 256), ('message', 'all', 1024)
  ) AS q (of, at, bytes) WHERE of = kind AND at = scope
$$;

CREATE FUNCTION quota_part(wallet_id text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT abs(hashtext(wallet_id) % 16)
$$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', tg_op, tg_table_name USING ERRCODE = 'GH001';
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', tg_op, tg_table_name USING ERRCODE = 'GH001';
END $$;

CREATE FUNCTION refuse_demo_operator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_demo AND has_real_coins() THEN
    RAISE EXCEPTION 'an operator of a demo is refused: this database has real networks' USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_gone_at_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'withdrawal % is let go after it was asked for', NEW.id;
END $$;

CREATE FUNCTION refuse_moved_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_real_coins() AND (tg_op <> 'UPDATE' OR NEW IS DISTINCT FROM OLD) THEN
    RAISE EXCEPTION 'the clock stays: this database has real networks' USING ERRCODE = 'GH005';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE FUNCTION refuse_one_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it takes the word of two operators', tg_op, tg_table_name USING ERRCODE = 'GH005';
END $$;

CREATE FUNCTION refuse_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user <> 'glasshouse_ledger' THEN
    RAISE EXCEPTION '% of % is refused: the books change through their functions', tg_op, tg_table_name USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_unsaid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the command line alone writes what operators say', tg_op, tg_table_name USING ERRCODE = 'GH005';
END $$;

CREATE FUNCTION release_is_of_suspense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM deposit d WHERE d.id = NEW.deposit_id FOR UPDATE;
  IF EXISTS (SELECT FROM withdrawal w WHERE w.deposit_id = NEW.deposit_id AND w.state NOT IN ('cancelled', 'failed')) THEN
    RAISE EXCEPTION 'payment % is on its way back', NEW.deposit_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION reserves_have_that_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM proof_signature WHERE public_key <> NEW.public_key) THEN
    RAISE EXCEPTION 'reserves are signed by another key than statements' USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION return_is_of_suspense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.deposit_id IS DISTINCT FROM NEW.deposit_id THEN
      RAISE EXCEPTION 'the terms of withdrawal % are never changed', OLD.id;
    END IF;
    RETURN NEW;
  END IF;
  PERFORM FROM deposit d WHERE d.id = NEW.deposit_id FOR UPDATE;
  IF NOT EXISTS (
    SELECT FROM deposit d WHERE d.id = NEW.deposit_id AND d.kind = 'unknown' AND d.state = 'credited' AND d.orphaned_at IS NULL
      AND (d.chain, d.coin, d.units, d.from_address) = (NEW.chain, NEW.coin, NEW.units, NEW.address)
  ) OR EXISTS (SELECT FROM suspense_release r WHERE r.deposit_id = NEW.deposit_id) THEN
    RAISE EXCEPTION 'payment % is not in suspense, or did not come from there', NEW.deposit_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION session_end_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_taken_by_operators('wallet:' || NEW.wallet_id, 'sessions') THEN
    RAISE EXCEPTION 'update of session is refused: what one operator takes is counted' USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION setting_is_said() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.name, OLD.name) <> 'sales.stops' OR (NEW.name IS DISTINCT FROM OLD.name AND tg_op = 'UPDATE') THEN
    RAISE EXCEPTION '% of setting % is refused: the command line alone writes what operators say', tg_op, coalesce(NEW.name, OLD.name)
      USING ERRCODE = 'GH005';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE FUNCTION setting_value(of text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT value FROM public.setting WHERE name = of
$$;

CREATE FUNCTION settings_version() RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT version FROM public.setting_version $$;

CREATE FUNCTION signer_watermark_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.epoch, NEW.count) <= (OLD.epoch, OLD.count) THEN
    RAISE EXCEPTION 'the mark of the signer''s memory does not go back' USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION tell_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('news', tg_table_name);
  RETURN NULL;
END $$;

CREATE FUNCTION two_approvers_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('glasshouse.word', true) = 'one' AND (SELECT count(*) FROM approver WHERE removed_at IS NULL) < 2 THEN
    RAISE EXCEPTION '% of % is refused: it takes the word of two operators', tg_op, tg_table_name USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION wallet_place_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a wallet''s place in the sponsor tree is fixed at creation';
END $$;

CREATE FUNCTION withdrawal_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('done', 'cancelled', 'failed') THEN
    RAISE EXCEPTION 'withdrawal % has ended and is never changed', OLD.id;
  END IF;
  IF (OLD.key, OLD.wallet_id, OLD.chain, OLD.coin, OLD.units, OLD.fee_units, OLD.address)
    IS DISTINCT FROM (NEW.key, NEW.wallet_id, NEW.chain, NEW.coin, NEW.units, NEW.fee_units, NEW.address) THEN
    RAISE EXCEPTION 'the terms of withdrawal % are never changed', OLD.id;
  END IF;
  RETURN NEW;
END $$;
