-- A session waits minutes at most for its exchange, which looks for its account and its deployment. Checking both at each insert
-- as well locked their rows, which all sessions of an account share.
alter table embed_sessions
  drop constraint embed_sessions_tenant_id_fkey,
  drop constraint embed_sessions_deployment_id_fkey;
