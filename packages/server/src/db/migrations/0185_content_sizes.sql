-- Bytes of the documents in a row, as the API writes them. An answer with many items is read in parts of bounded size, and what a row
-- takes must be known before it is read.
alter table workbooks add column content_bytes integer not null
  generated always as (octet_length(meta::text) + octet_length(calculated_fields::text)) stored;
alter table reports add column content_bytes integer not null
  generated always as (
    coalesce(octet_length(meta::text), 0) + coalesce(octet_length(pivot_items::text), 0) + coalesce(octet_length(json_query), 0)
    + coalesce(octet_length(sql_query), 0) + coalesce(octet_length(description), 0)) stored;
alter table dashboard_versions add column content_bytes integer not null
  generated always as (octet_length(config::text) + octet_length(report_snapshots::text)) stored;
