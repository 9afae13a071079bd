-- What the Python of a report has left when it was run last; a run that fails leaves the one before.
create table python_results (
  report_id integer primary key references reports on delete cascade,
  run_at timestamptz not null default now(),
  -- Under the rights of this user; null where that is gone.
  run_by integer references users on delete set null,
  -- Of the code and the query: a report with others has an outdated result.
  source_checksum text not null,
  stdout text not null,
  stderr text not null,
  input_row_count integer not null check (input_row_count >= 0),
  -- Rows, with their keys in the order of the script, which jsonb would not keep.
  output json not null
);
create index python_results_run_by on python_results (run_by) where run_by is not null;
