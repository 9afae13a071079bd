-- Uploads of data models, with the files that were sent so far. One that was finished stays until it expires, so that a repeated
-- finish is answered.
create table model_uploads (
  id text primary key,
  deployment_id integer not null references deployments on delete cascade,
  branch text not null,
  -- The newest commit of the branch when the upload began.
  base_commit text not null,
  -- The folder of the repository that paths begin at; empty for all of it.
  root text not null,
  user_id integer not null references users on delete cascade,
  -- Files that were sent, and their bytes.
  file_count integer not null default 0,
  size_bytes bigint not null default 0,
  -- The newest commit of the branch when it was finished.
  finished_commit text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index model_uploads_deployment on model_uploads (deployment_id);
create index model_uploads_user on model_uploads (user_id);
create index model_uploads_expiry on model_uploads (expires_at);

create table model_upload_files (
  upload_id text not null references model_uploads on delete cascade,
  path text not null,
  -- SHA-1 of the content, hexadecimal.
  hash text not null,
  content bytea not null,
  primary key (upload_id, path)
);
