-- A snapshot has an identity of its own in each version of a dashboard; until now its id was the report's, which stays
-- in reportId.
create sequence report_snapshot_ids as integer;

-- Numbers the snapshots of a version. What is damaged is left as it is, to be answered as damaged.
create function number_report_snapshots(snapshots jsonb) returns jsonb language sql volatile as $$
  select case when jsonb_typeof(snapshots) <> 'array' then snapshots else coalesce(
    (select jsonb_agg(
       case when jsonb_typeof(snapshot) = 'object'
         then snapshot || jsonb_build_object('id', nextval('report_snapshot_ids')) else snapshot end
       order by place)
     from jsonb_array_elements(snapshots) with ordinality as listed (snapshot, place)),
    '[]') end
$$;
update dashboard_versions set report_snapshots = number_report_snapshots(report_snapshots)
where jsonb_typeof(report_snapshots) = 'array';

alter table dashboards
  -- Locks downloads of this dashboard, whatever the account allows.
  add column restrict_data_download boolean not null default false,
  -- Whether the builder edits the dashboard as a free board.
  add column use_board_dashboards boolean not null default false;

-- What each user has marked, of whichever kind.
create table workspace_favorites (
  user_id integer not null references users on delete cascade,
  resource_type text not null check (resource_type in ('FOLDER', 'WORKBOOK', 'REPORT')),
  resource_id integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, resource_type, resource_id)
);
create index workspace_favorites_resource on workspace_favorites (resource_type, resource_id);

create function delete_favorites_of_removed() returns trigger language plpgsql as $$
begin
  delete from workspace_favorites using removed where resource_type = tg_argv[0] and resource_id = removed.id;
  return null;
end $$;

create trigger folders_favorites after delete on folders
referencing old table as removed for each statement execute function delete_favorites_of_removed('FOLDER');
create trigger workbooks_favorites after delete on workbooks
referencing old table as removed for each statement execute function delete_favorites_of_removed('WORKBOOK');
create trigger reports_favorites after delete on reports
referencing old table as removed for each statement execute function delete_favorites_of_removed('REPORT');

-- Changes with what the report asks, so that a placement can tell whether it shows the present query.
alter table reports add column current_query_checksum text generated always as (
  case when sql_query is null and json_query is null then null
    else md5(coalesce(sql_query, '') || chr(31) || coalesce(json_query, '') || chr(31) || coalesce(pivot_items::text, ''))
  end
) stored;

-- Where the results of reports stand in spreadsheets.
create table report_placements (
  report_id integer not null references reports on delete cascade,
  -- The add-in's own, or made here.
  id text not null,
  host text check (host in ('GOOGLE_SHEETS', 'EXCEL')),
  -- The spreadsheet, by the id that its host gives it.
  workbook_id text not null,
  workbook_name text,
  sheet_id text,
  sheet_name text,
  anchor_cell text,
  result_location text not null,
  end_result_cell text,
  placed_at timestamptz(3) not null default now(),
  placed_by_user_id integer references users on delete set null,
  refreshed_at timestamptz(3),
  refreshed_by_user_id integer references users on delete set null,
  -- The report's checksum when these results were read.
  query_checksum text,
  result_checksum jsonb,
  primary key (report_id, id)
);

insert into report_placements
  (report_id, id, host, workbook_id, result_location, end_result_cell, placed_at, placed_by_user_id)
select id, gen_random_uuid()::text, case when source in ('GOOGLE_SHEETS', 'EXCEL') then source end,
  external_workbook_id, result_location, end_result_cell, created_at, created_by
from reports where external_workbook_id is not null and result_location is not null;

-- It was never filled.
alter table reports drop column placements;
