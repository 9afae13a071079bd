-- Attempts to sign in that failed or are under way, which all servers count together; see identity/sign-in/sign-in-limits.ts.
create table sign_in_buckets (
  key text primary key,
  -- Attempts that may still be made, as of updated_at.
  tokens double precision not null,
  updated_at timestamptz not null
);

-- Takes one attempt out of every bucket or out of none. Answers with the seconds to wait, 0 where the attempt may be made.
-- The buckets are locked in the order of their keys, so that two attempts never wait for each other.
create function reserve_sign_in(p_keys text[], p_bursts double precision[], p_rates double precision[])
returns double precision language plpgsql as $$
declare
  v_bucket record;
  v_tokens double precision;
  v_wait double precision := 0;
begin
  -- A crash may lose the last attempts, so that nobody waits for the disk.
  perform set_config('synchronous_commit', 'off', true);
  for v_bucket in
    select * from unnest(p_keys, p_bursts, p_rates) as given (key, burst, rate) order by key
  loop
    insert into sign_in_buckets as b (key, tokens, updated_at)
    values (v_bucket.key, v_bucket.burst, clock_timestamp())
    on conflict (key) do update set
      tokens = least(
        v_bucket.burst,
        b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)::double precision) * v_bucket.rate
      ),
      updated_at = clock_timestamp()
    returning tokens into v_tokens;
    v_wait := greatest(v_wait, (1 - v_tokens) / v_bucket.rate);
  end loop;
  if v_wait > 0 then return v_wait; end if;
  update sign_in_buckets set tokens = tokens - 1 where key = any(p_keys);
  return 0;
end $$;

-- Gives an attempt back that did not fail.
create function give_back_sign_in(p_keys text[], p_bursts double precision[])
returns void language plpgsql as $$
declare
  v_bucket record;
begin
  perform set_config('synchronous_commit', 'off', true);
  for v_bucket in select * from unnest(p_keys, p_bursts) as given (key, burst) order by key loop
    update sign_in_buckets set tokens = least(v_bucket.burst, tokens + 1) where key = v_bucket.key;
  end loop;
end $$;

-- Devices on which users have signed in: attempts there are counted by themselves, so that strangers lock nobody out.
create table known_devices (
  id integer generated always as identity primary key,
  -- SHA-256 of the token that the device holds.
  hash bytea not null,
  user_id integer not null references users on delete cascade,
  last_used_at timestamptz not null default now(),
  unique (hash, user_id)
);
create index known_devices_user on known_devices (user_id, last_used_at);
