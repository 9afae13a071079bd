-- The ID tokens of console sessions at providers that end their own session with a sign-out: they are shown what they have issued.
create table provider_id_tokens (
  session_id integer primary key references console_sessions (id) on delete cascade,
  encrypted_secret bytea not null,
  key_id text not null
);
