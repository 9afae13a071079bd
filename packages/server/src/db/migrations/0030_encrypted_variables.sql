-- The values of variables are encrypted. A value of before stays as it is until the next start of a server encrypts it.
alter table deployment_variables
  alter column value drop not null,
  -- Nonce, tag and ciphertext; see secrets/encryption.ts.
  add column encrypted_value bytea,
  -- The key that it takes.
  add column key_id text,
  add constraint deployment_variables_one_value check ((value is null) <> (encrypted_value is null)),
  add constraint deployment_variables_key check ((encrypted_value is null) = (key_id is null));
