-- Why: What the wallet's password hash was when the token was made (its digest): a token of another password opens nothing. Tokens made before
-- this live five minutes at most, and have to be proved anew.
ALTER TABLE wallet_token ADD COLUMN proved text NOT NULL DEFAULT '';
