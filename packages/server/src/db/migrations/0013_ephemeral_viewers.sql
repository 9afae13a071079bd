-- Ephemeral viewers are removed when their last session is over.
create index embed_users_ephemeral on embed_users (coalesce(last_login, created_at)) where is_ephemeral;
