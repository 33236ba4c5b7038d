-- Why: every midnight goes through all accounts of computing power, in order, a piece at a time; asset 6 is POWER.
CREATE INDEX account_power ON account (lane, id) WHERE asset = 6 AND purpose = 'available';
