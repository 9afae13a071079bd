-- The agent that was asked; null where a model was tried, and for what was counted before agents were told apart. What was used outlives
-- the agent, so this is no reference.
alter table chat_usage add column agent_id integer;
alter table chat_usage drop constraint chat_usage_tenant_id_user_id_embed_user_id_day_key;
alter table chat_usage add constraint chat_usage_entry unique nulls not distinct (tenant_id, user_id, embed_user_id, day, agent_id);
create unique index chat_usage_agent on chat_usage (tenant_id, agent_id, id) where agent_id is not null;
