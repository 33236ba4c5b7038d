-- Why: addresses whose dust was swept within the hour are asked in a comparison; finding them must not cost a look at all dust there is.
CREATE INDEX dust_swept ON dust (chain, coin, swept_at) WHERE swept_at IS NOT NULL;
