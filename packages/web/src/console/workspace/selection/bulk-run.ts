import type { WorkspaceBulkFailure, WorkspaceItemRefInput } from '@oriel/contract';
import { MAX_BULK_ITEMS } from '@oriel/contract/limits';
import { keyOf } from './selection.ts';

/** What is done with one item of a selection. */
export interface BulkStep {
  item: WorkspaceItemRefInput & { name: string };
}

/** What became of each of a number of steps: every step is in exactly one of the three lists. */
export interface BulkResult<Step> {
  done: readonly Step[];
  /** Refused by the server, with the status and the sentence that it gave as the reason. */
  refused: readonly { step: Step; status: number; message: string }[];
  /** Sent in a request that broke, so that its outcome is unknown; or not sent after it. */
  unanswered: readonly Step[];
  /** What the broken request failed with. */
  stoppedBy?: unknown;
}

/** Steps to make: those of a change, or those that take one back. */
export interface BulkRun<Step> {
  steps: readonly Step[];
  isUndo: boolean;
}

/** Makes a run, and tells after each request how many steps have an answer. */
export type RunSteps<Step> = (
  run: BulkRun<Step>,
  onProgress: (answered: number) => void,
) => Promise<BulkResult<Step>>;

/** Sends the steps of one request. */
export type SendSteps<Step> = (
  steps: readonly Step[],
) => Promise<{ failed: readonly Pick<WorkspaceBulkFailure, 'type' | 'id' | 'error'>[] }>;

/**
 * Makes steps by requests, one after the other.
 *
 * Never rejects: a request that breaks ends the run, and what the earlier ones did is kept.
 *
 * @param onProgress called after each request with the number of steps that have an answer
 */
export async function runRequests<Step extends BulkStep>(
  requests: readonly (readonly Step[])[],
  send: SendSteps<Step>,
  onProgress: (answered: number) => void = () => {},
): Promise<BulkResult<Step>> {
  let result: BulkResult<Step> = { done: [], refused: [], unanswered: [] };
  for (const [index, request] of requests.entries()) {
    try {
      const { failed } = await send(request);
      result = joinResults(result, readAnswer(request, failed));
      onProgress(result.done.length + result.refused.length);
    } catch (error) {
      return { ...result, unanswered: requests.slice(index).flat(), stoppedBy: error };
    }
  }
  return result;
}

/** The steps in as few requests as the limit of a bulk operation allows. */
export function requestsOf<Step>(steps: readonly Step[]): Step[][] {
  return Array.from({ length: Math.ceil(steps.length / MAX_BULK_ITEMS) }, (_, index) =>
    steps.slice(index * MAX_BULK_ITEMS, (index + 1) * MAX_BULK_ITEMS),
  );
}

/** The steps that are still to be made. */
export function stepsLeft<Step>({ refused, unanswered }: BulkResult<Step>): Step[] {
  return [...refused.map(({ step }) => step), ...unanswered];
}

/** The result of a run together with that of an earlier one: the later one has tried the open steps again. */
export function afterRetry<Step>(earlier: BulkResult<Step>, retry: BulkResult<Step>): BulkResult<Step> {
  return { ...retry, done: [...earlier.done, ...retry.done] };
}

function readAnswer<Step extends BulkStep>(
  request: readonly Step[],
  failed: Awaited<ReturnType<SendSteps<Step>>>['failed'],
): BulkResult<Step> {
  const reasons = new Map(failed.map((failure) => [keyOf(failure), failure.error]));
  return {
    done: request.filter(({ item }) => !reasons.has(keyOf(item))),
    refused: request.flatMap((step) => {
      const reason = reasons.get(keyOf(step.item));
      return reason === undefined ? [] : [{ step, status: reason.status, message: reason.message }];
    }),
    unanswered: [],
  };
}

function joinResults<Step>(a: BulkResult<Step>, b: BulkResult<Step>): BulkResult<Step> {
  return {
    done: [...a.done, ...b.done],
    refused: [...a.refused, ...b.refused],
    unanswered: [...a.unanswered, ...b.unanswered],
  };
}
