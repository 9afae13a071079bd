import { setTimeout as pause } from 'node:timers/promises';
import type { Figures } from './figures.ts';

/** What came back: an answer to its end, or a connection that broke on the way. */
export type Outcome =
  | { readonly status: number; readonly text: string; readonly headers: Headers }
  | { readonly status: 'broken'; readonly reason: string };

/** One request. */
export interface Request {
  /** The kind that it is counted as. */
  readonly kind: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Refusals that are right here, beside those that faults explain. */
  readonly expects?: readonly number[];
}

/** Sends requests through the network that faults are made in, and counts them. */
export interface Requests {
  send(request: Request): Promise<Outcome>;
}

/** Refusals that a fault explains: an outage, a full disk, too much at once, a body that a broken network held up. */
const EXPLAINED = new Set([503, 507, 429, 408]);
const TIMEOUT_MS = 20_000;
const PAUSE_MS = 100;

/** Makes what sends requests to an address. */
export function createRequests(url: string, figures: Figures): Requests {
  return {
    async send(request) {
      const outcome = await exchange(url, request);
      figures.request(request.kind, String(outcome.status));
      // As clients do that are told to come again, though sooner.
      if (outcome.status === 'broken' || EXPLAINED.has(outcome.status)) await pause(PAUSE_MS);
      if (outcome.status !== 'broken') checkStatus(request, outcome, figures);
      return outcome;
    },
  };
}

async function exchange(url: string, { method = 'GET', path, body, headers }: Request): Promise<Outcome> {
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  } catch (error) {
    // The network's own faults: fetch names them in the cause.
    const cause = (error as { cause?: unknown }).cause ?? error;
    return { status: 'broken', reason: String(cause) };
  }
}

function checkStatus(
  { kind, method = 'GET', path, expects = [] }: Request,
  { status, text, headers }: Exclude<Outcome, { status: 'broken' }>,
  figures: Figures,
): void {
  if (status < 400 || expects.includes(status)) return;
  if (!EXPLAINED.has(status)) {
    figures.violation('wrong', `${kind}: ${method} ${path} answered ${status} ${text.slice(0, 300)}`);
    return;
  }
  if ((status === 503 || status === 429) && !(Number(headers.get('retry-after')) > 0))
    figures.violation('wrong', `${kind}: ${method} ${path} answered ${status} without Retry-After`);
}

/** The body of a good answer; undefined for a refusal or a broken connection. */
export function bodyOf<T>(outcome: Outcome): T | undefined {
  // What the contract of the operation says; the checks look at what they use.
  if (outcome.status === 'broken' || outcome.status >= 300 || outcome.text === '') return undefined;
  return JSON.parse(outcome.text) as T;
}

/** Whether a write was made, as far as its answer says. */
export function writeOutcomeOf({ status }: Outcome): 'made' | 'refused' | 'unknown' {
  if (status === 'broken') return 'unknown';
  if (status < 300) return 'made';
  return status < 500 || status === 507 ? 'refused' : 'unknown';
}
