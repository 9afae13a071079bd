-- What the policies of the model see of the person when a text is written: nobody reads of rows that they see no more.
-- Texts from before are of no known rights, and go with their threads.
delete from chat_threads t where t.kind = 'summary' and exists (select from ai_summaries s where s.thread_id = t.id);
delete from ai_summaries;
alter table ai_summaries add column rights text not null;
alter table ai_summaries drop constraint ai_summaries_deployment_id_public_id_widget_id_user_id_embe_key;
alter table ai_summaries add constraint ai_summaries_once
  unique nulls not distinct (deployment_id, public_id, widget_id, user_id, embed_user_id, rights, checksum);
