-- Why: the signer is told of every identity key as soon as it is registered, so that it knows a wallet's holder before the first address is bound.

ALTER TABLE identity_key ADD COLUMN pinned_at timestamptz;
CREATE INDEX identity_key_unpinned ON identity_key (created_at) WHERE pinned_at IS NULL;
