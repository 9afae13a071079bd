-- The language that a viewer was last shown a dashboard of the deployment in: one that texts exist in. Null where none was told.
alter table embed_user_deployments add column locale text;
