-- What a thread is: a chat, or the text of an AI widget that nobody has asked anything about. A text that was replaced before
-- cannot be told from a chat, and stays one.
alter table chat_threads add column kind text not null default 'chat' check (kind in ('chat', 'summary'));
update chat_threads t set kind = 'summary'
where exists (select from ai_summaries s where s.thread_id = t.id)
  and (select count(*) from chat_messages m where m.thread_id = t.id and m.frame ->> 'role' = 'user') < 2;

drop index chat_threads_list;
create unique index chat_threads_list on chat_threads (deployment_id, kind, change);
drop index chat_threads_of_user;
create unique index chat_threads_of_user on chat_threads (user_id, deployment_id, kind, change) where user_id is not null;
drop index chat_threads_of_viewer;
create unique index chat_threads_of_viewer on chat_threads (embed_user_id, deployment_id, kind, change) where embed_user_id is not null;
drop index chat_threads_shared;
create unique index chat_threads_shared on chat_threads (deployment_id, kind, change) where is_shared;

-- Tells every server of what happens in a thread, by its id: of the steps of a turn, of its begin and end, and that it is to stop.
create function tell_chat_steps() returns trigger language plpgsql as $$
begin
  perform pg_notify('chat_change', each.thread_id::text) from (select distinct thread_id from added) as each;
  return null;
end $$;
create trigger chat_messages_tell after insert on chat_messages referencing new table as added
for each statement execute function tell_chat_steps();

create function tell_chat_turn() returns trigger language plpgsql as $$
begin
  perform pg_notify('chat_change', old.id::text);
  return null;
end $$;
create trigger chat_threads_tell after update of turn_message_id, is_turn_aborted on chat_threads
for each row when (old.turn_message_id is not null or new.turn_message_id is not null) execute function tell_chat_turn();
create trigger chat_threads_tell_end after delete on chat_threads
for each row when (old.turn_message_id is not null) execute function tell_chat_turn();
