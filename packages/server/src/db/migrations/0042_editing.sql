-- What editors compare before they save, what a version of a dashboard is restored from, and reports without a public id.

alter table workbooks
  -- Counts the changes of the workbook; reports have had theirs.
  add column version integer not null default 1,
  -- The version of its dashboard that it was last restored from.
  add column restored_version integer;

alter table dashboard_versions
  -- All reports of the workbook as they were, those without a chart as well; null of versions of before this was recorded.
  add column tabs jsonb,
  add column restored_from integer;

-- A report that comes from a system without such ids has none until it is given one.
alter table reports alter column public_id drop not null;

-- Reports are found by the spreadsheets that they stand in.
create index report_placements_spreadsheet on report_placements (workbook_id);
