import type { EncodedAnswer } from '../protocol/engine-types.ts';
import type { QueryErrorBody } from '../protocol/query-error-body.ts';
import type { RuntimeEnd } from './runtime-end.ts';

/** Something that happened to a runtime, for the log of its deployment. */
export type RuntimeEvent =
  | { readonly kind: 'started' }
  /** It runs on another model or other sources. */
  | { readonly kind: 'changed' }
  /** It has written a line. */
  | { readonly kind: 'line'; readonly line: string }
  /** A bug in it. */
  | { readonly kind: 'failure'; readonly message: string }
  /** It could not answer. `reason` is what the caller was told. */
  | {
      readonly kind: 'refused';
      readonly question: string;
      readonly status: number;
      readonly reason: string;
    }
  /** `reason` is undefined where it was told to end. */
  | { readonly kind: 'ended'; readonly reason: string | undefined };

/** The event of an answer; undefined for one that is no refusal. */
export function refusalEvent(question: string, { status, body }: EncodedAnswer): RuntimeEvent | undefined {
  if (status < 400) return undefined;
  // Refusals are written by this package, as one piece.
  const { code, error } = JSON.parse(Buffer.concat(body).toString()) as QueryErrorBody;
  const reason = code === undefined ? error : `${code}: ${error}`;
  return { kind: 'refused', question, status, reason };
}

/** The event of an end. */
export function endEvent(end: RuntimeEnd): RuntimeEvent {
  switch (end.kind) {
    case 'stopped':
      return { kind: 'ended', reason: undefined };
    case 'replaced':
      return { kind: 'ended', reason: 'a statement did not stop' };
    case 'failed':
      return { kind: 'ended', reason: end.reason };
    default:
      return end satisfies never;
  }
}
