import { limits, type ChatFrame } from '@oriel/contract';
import type { ModelMessage } from 'ai';
import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { BEAT_LIMIT_SECONDS, isTurnRunning } from '../threads/thread-store.ts';

/** What a thread says of its turn. */
export interface TurnState {
  readonly isRunning: boolean;
  /** Of the turn that runs, or of one with a server that has gone. */
  readonly messageId: string | null;
  readonly isAborted: boolean;
  /** The turn that can be resumed. */
  readonly suspendedMessageId: string | null;
}

/** The place in a thread where a turn goes on. */
export interface TurnPlace {
  readonly nextSort: number;
  readonly nextPosition: number;
}

/** What a step of a turn leaves. */
export interface StepRecord {
  readonly frames: readonly ChatFrame[];
  readonly messages: readonly ModelMessage[];
}

/** The SQL of turns: a thread has one at a time, whatever servers there are. */
export type TurnStore = ReturnType<typeof createTurnStore>;

const isResumable = sql`t.suspended_at > now() - make_interval(secs => ${sql.lit(limits.SUSPENDED_TURN_TTL_SECONDS)})`;

/** Makes the store of turns. */
export function createTurnStore(db: Db) {
  return bindFirst(db, { getState, claim, beat, record, listModelMessages, hasMessage, end, abort });
}

async function getState(db: Db, threadId: string): Promise<TurnState> {
  const { rows } = await sql<TurnState>`
    select ${isTurnRunning} as is_running, t.turn_message_id as message_id, t.is_turn_aborted as is_aborted,
      case when ${isTurnRunning} then null
        -- The server of a turn that has begun and not ended has gone.
        when t.turn_message_id is not null then t.turn_message_id
        when ${isResumable} then t.suspended_message_id end as suspended_message_id
    from chat_threads t where t.id = ${threadId}::uuid`.execute(db);
  return rows[0] ?? { isRunning: false, messageId: null, isAborted: true, suspendedMessageId: null };
}

/** Takes a thread for a turn. @returns undefined where another one runs */
async function claim(
  db: Db,
  threadId: string,
  { messageId, server }: { messageId: string; server: string },
): Promise<TurnPlace | undefined> {
  const { rows } = await sql<TurnPlace>`
    update chat_threads t set turn_message_id = ${messageId}, turn_server = ${server}::uuid, turn_beat_at = now(),
      is_turn_aborted = false, suspended_message_id = null, suspended_at = null,
      change = nextval('chat_thread_changes'), updated_at = now()
    where t.id = ${threadId}::uuid and not coalesce(${isTurnRunning}, false)
    returning
      (select coalesce(max(sort) + 1, 0) from chat_messages where thread_id = t.id) as next_sort,
      (select coalesce(max(position) + 1, 0) from chat_model_messages where thread_id = t.id) as next_position`.execute(
    db,
  );
  return rows[0];
}

/** Says that the turn goes on. @returns whether it is still this server's and is not to stop */
async function beat(db: Db, threadId: string, server: string): Promise<boolean> {
  const { rows } = await sql<{ goesOn: boolean }>`
    update chat_threads t set turn_beat_at = now()
    where t.id = ${threadId}::uuid and t.turn_server = ${server}::uuid and t.turn_message_id is not null
    returning not t.is_turn_aborted as goes_on`.execute(db);
  return rows[0]?.goesOn ?? false;
}

/** Stores what a step has made, as a whole. A thread that was deleted meanwhile takes nothing. */
async function record(
  db: Db,
  threadId: string,
  place: TurnPlace,
  { frames, messages }: StepRecord,
): Promise<TurnPlace> {
  const rows = frames.map((frame, index) => ({
    sort: place.nextSort + index,
    id: frame.id ?? '',
    frame,
  }));
  await sql`
    with thread as (select id from chat_threads where id = ${threadId}::uuid for key share),
    lines as (
      insert into chat_messages (thread_id, sort, id, frame)
      select thread.id, l.sort, l.id, l.frame
      from thread, jsonb_to_recordset(${storableJson(rows)}::jsonb) as l(sort integer, id text, frame jsonb)
    )
    insert into chat_model_messages (thread_id, position, message)
    select thread.id, ${place.nextPosition} + m.ordinality - 1, m.message
    from thread, jsonb_array_elements(${storableJson(messages)}::jsonb) with ordinality as m(message, ordinality)`.execute(
    db,
  );
  return {
    nextSort: place.nextSort + frames.length,
    nextPosition: place.nextPosition + messages.length,
  };
}

async function listModelMessages(db: Db, threadId: string): Promise<ModelMessage[]> {
  const rows = await db
    .selectFrom('chatModelMessages')
    .select('message')
    .where('threadId', '=', threadId)
    .orderBy('position')
    .execute();
  return rows.map(({ message }) => message);
}

/** Whether a message of this id was sent before. */
async function hasMessage(db: Db, threadId: string, messageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('chatMessages')
    .select('sort')
    .where('threadId', '=', threadId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the turn of this server; `suspendedMessageId` is the message with which it can be resumed. */
async function end(db: Db, threadId: string, server: string, suspendedMessageId?: string): Promise<void> {
  await sql`
    update chat_threads t set turn_message_id = null, turn_server = null, turn_beat_at = null, is_turn_aborted = false,
      suspended_message_id = ${suspendedMessageId ?? null}::text,
      suspended_at = case when ${suspendedMessageId ?? null}::text is null then null else now() end,
      change = nextval('chat_thread_changes'), updated_at = now()
    where t.id = ${threadId}::uuid and t.turn_server = ${server}::uuid`.execute(db);
}

/** Has the turn of a thread stop, wherever it runs; one that waits to be resumed is given up. */
async function abort(db: Db, threadId: string): Promise<void> {
  await sql`
    update chat_threads t set is_turn_aborted = turn_message_id is not null, suspended_message_id = null, suspended_at = null
    where t.id = ${threadId}::uuid`.execute(db);
}

/** How often a server says that its turns go on. */
export const BEAT_MS = (BEAT_LIMIT_SECONDS * 1000) / 10;

/** PostgreSQL keeps neither NUL nor half a character, which models and tools may answer. */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

const storableJson = (value: unknown) => JSON.stringify(value).replace(UNSTORABLE, '$1\ufffd');
