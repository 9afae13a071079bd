-- What became of each item of a bulk request that was sent with an Idempotency-Key, stored with the change of the item: sent again, the
-- request does what is left to do and answers the same.
alter table idempotency_keys alter column key_id drop not null, alter column encrypted_value drop not null;
create table item_outcomes (
  tenant_id integer not null,
  caller text not null,
  key_hash bytea not null,
  -- Names the item within the request.
  item text not null,
  outcome jsonb not null,
  primary key (tenant_id, caller, key_hash, item),
  foreign key (tenant_id, caller, key_hash) references idempotency_keys on delete cascade
);
