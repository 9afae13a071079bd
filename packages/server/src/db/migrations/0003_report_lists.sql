-- Lists of many reports. Times are kept to the millisecond, as the API shows them, so that a cursor made from an answer
-- points exactly between two rows and the indexes serve the order.
alter table reports
  alter column created_at type timestamptz(3),
  alter column updated_at type timestamptz(3);
create index reports_created on reports (deployment_id, created_at desc, id desc);
create index reports_owner on reports (deployment_id, user_id);
create index workbooks_owner on workbooks (deployment_id, user_id);
create index folders_owner on folders (deployment_id, user_id);

-- How many reports a deployment has, so that an administrator's list need not count them.
create table report_counts (
  deployment_id integer primary key references deployments on delete cascade,
  total integer not null
);
insert into report_counts select deployment_id, count(*) from reports group by deployment_id;

create function count_added_reports() returns trigger language plpgsql as $$
begin
  insert into report_counts as c select deployment_id, count(*) from added group by deployment_id
  on conflict (deployment_id) do update set total = c.total + excluded.total;
  return null;
end $$;

create function count_removed_reports() returns trigger language plpgsql as $$
begin
  update report_counts c set total = c.total - gone.total
  from (select deployment_id, count(*) as total from removed group by deployment_id) gone
  where c.deployment_id = gone.deployment_id;
  return null;
end $$;

create trigger reports_added after insert on reports
referencing new table as added for each statement execute function count_added_reports();
create trigger reports_removed after delete on reports
referencing old table as removed for each statement execute function count_removed_reports();
