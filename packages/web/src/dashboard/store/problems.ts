import { QueryRefused } from '../../query/load-batch.ts';

/**
 * Why a chart cannot be shown. `refused`: its query fits the model no longer; `forbidden`: the viewer may not see it;
 * `slow`: the source took too long; `failed`: the source or the server failed; `cutOff`: the answer ended before it;
 * `noQuery`: it asks for nothing; `drawing`: its document is none; `outside`: its document reaches beyond its rows;
 * `code`: what draws it could not be loaded; `mapHost`: the regions of a map are on a host that the account does not
 * list; `mapSource`: they do not arrive, or are none; `pythonFailed`: its Python has failed; `pythonRefused`: no Python
 * is run here.
 */
export type ProblemKind =
  | 'refused'
  | 'forbidden'
  | 'slow'
  | 'failed'
  | 'cutOff'
  | 'noQuery'
  | 'drawing'
  | 'outside'
  | 'code'
  | 'mapHost'
  | 'mapSource'
  | 'pythonFailed'
  | 'pythonRefused';

export interface Problem {
  kind: ProblemKind;
  /** For developers of the host page, in the words of what failed; viewers read the text of the kind. */
  message: string;
}

/** Whether asking again may help: a refusal is one every time. */
export function isPassing({ kind }: Problem): boolean {
  return ['slow', 'failed', 'cutOff', 'code', 'mapSource', 'pythonFailed'].includes(kind);
}

/** What the status of one query's answer means. */
export function problemOf(status: number, reason: string, python?: 'failed' | 'refused'): Problem {
  const message = reason === '' ? `HTTP ${status}` : reason;
  if (python) return { kind: python === 'failed' ? 'pythonFailed' : 'pythonRefused', message };
  if (status === 401 || status === 403) return { kind: 'forbidden', message };
  if (status === 408 || status === 504) return { kind: 'slow', message };
  return { kind: status >= 400 && status < 500 && status !== 429 ? 'refused' : 'failed', message };
}

/**
 * What keeps every chart of a dashboard from being asked: nobody answers, the session has ended, it may not ask, or
 * there is no data model.
 */
export type Outage = 'unreachable' | 'expired' | 'refused' | 'missing';

/** Reads why a whole batch failed; undefined where that says nothing of the next one. */
export function outageOf(error: unknown): Outage | undefined {
  // `fetch` and the streams of its answers have no other error for a connection that breaks.
  if (error instanceof TypeError) return 'unreachable';
  if (!(error instanceof QueryRefused)) return undefined;
  // Without any credential the query API answers 403, in the words of its protocol.
  if (error.status === 401 || error.code === 'unauthenticated') return 'expired';
  if (error.code === 'branch_not_found' || error.code === 'model_repository_lost') return 'missing';
  if ([429, 502, 503, 504].includes(error.status)) return 'unreachable';
  return error.status >= 400 && error.status < 500 ? 'refused' : undefined;
}

/** @returns what to say of an error that one question met */
export function problemFrom(error: unknown): Problem {
  if (error instanceof QueryRefused) return problemOf(error.status, error.message);
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
