-- How a deployment was asked for; null where nobody said, and for those from before.
alter table deployments
  add column cloud_provider text,
  add column creation_method text,
  add column deploy_mode text,
  add column is_managed boolean,
  add column region text,
  add column target_platform text;
