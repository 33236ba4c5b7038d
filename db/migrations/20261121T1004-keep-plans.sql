-- Why: a plan made while the ledger is small reads whole tables, and would be kept when they have grown: these functions always go by index.
ALTER FUNCTION open_accounts(int4, text[], text[], int2[], text[]) SET enable_seqscan = off;
ALTER FUNCTION post_entries(int4, int8[], text[], int4[], text[], timestamptz[], int4[], int4[], int8[], int2[]) SET enable_seqscan = off;
ALTER FUNCTION apply_postings() SET enable_seqscan = off;
