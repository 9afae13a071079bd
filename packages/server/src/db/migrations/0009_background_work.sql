-- Console sessions are cleaned up by the time of their expiry, as embed sessions are.
create index console_sessions_expiry on console_sessions (expires_at);

-- What the servers tell each other about who has made how many requests; see http/rate-limit-store.ts. It is worth nothing
-- after a crash, so it is not logged.
create unlogged table rate_limit_buckets (
  key text primary key,
  -- Requests that may still be made, as of updated_at. Below zero after servers together let more through.
  tokens double precision not null,
  updated_at timestamptz not null
);
