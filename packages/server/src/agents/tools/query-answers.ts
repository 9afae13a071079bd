import { refuse, type Refusal } from '@oriel/contract';
import type { WireResult } from '@oriel/dashboard/query-result';
import type { AgentCaller } from './agent-tool.ts';
import { inProcess, type ToolRoom } from './tool-room.ts';

/** What the query API says of a query that it does not answer. */
export interface QueryFailure {
  readonly error?: string;
}

/** The result of one query, with the number of rows that it has without limit and offset where it was asked for. */
export type LoadedResult = WireResult & { readonly total?: number };

/** How long a tool waits for the rows of one query. */
const MAX_WAIT_MS = 120_000;

/**
 * Asks one query with the rights of the caller, and waits for its rows.
 *
 * @throws `invalid_request` for a query that is wrong, `forbidden`, `unavailable`
 */
export async function loadQuery(
  { callOperation }: Pick<ToolRoom, 'callOperation'>,
  caller: AgentCaller,
  query: object,
  signal: AbortSignal,
): Promise<LoadedResult> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
  for (;;) {
    const { status, body } = await callOperation('load', inProcess(caller, until), {
      params: { deploymentId: caller.deploymentId },
      body: { query: withZone(query, caller.timezone) },
    });
    // The engine has written it, as its protocol says for each status.
    const answer = body as QueryFailure & { readonly results?: never } & LoadedResult;
    if (Number(status) !== 200) throw refuseAnswer(status, answer);
    if (answer.error === undefined) return answer;
    signal.throwIfAborted();
    // "Continue wait": the same query again waits for the same execution.
    if (until.aborted) throw refuse('unavailable', { reason: 'The query takes too long' });
  }
}

/**
 * Checks a query without running it.
 *
 * @throws as {@link loadQuery}
 */
export async function checkQuery(
  { callOperation }: Pick<ToolRoom, 'callOperation'>,
  caller: AgentCaller,
  query: object,
  signal: AbortSignal,
): Promise<void> {
  const { status, body } = await callOperation('dryRun', inProcess(caller, signal), {
    params: { deploymentId: caller.deploymentId },
    body: { query },
  });
  if (Number(status) !== 200) throw refuseAnswer(status, body as QueryFailure);
}

/** The refusal that an answer of the query API stands for. */
export function refuseAnswer(status: number, { error = 'The query failed' }: QueryFailure): Refusal {
  if (status === 403) return refuse('forbidden', { reason: error });
  if (status === 429 || status >= 500) return refuse('unavailable', { reason: error });
  return refuse('invalid_request', { reason: error });
}

/** A query in the zone of the caller, where it names none. */
export function withZone(query: object, timezone: string | undefined): object {
  return timezone === undefined || 'timezone' in query ? query : { ...query, timezone };
}
