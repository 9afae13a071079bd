import type { AppReport, AppRows, AppState } from '../dashboard/app/app-protocol.ts';

/*
 * `import { load } from 'oriel'`: the bridge of a dashboard app as functions. An app may as well write its messages itself.
 */

/** A request that was not carried out. `code` says why: see `packages/embed/SPEC.md`. */
export class OrielError extends Error {
  override readonly name = 'OrielError';
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.code = code;
  }
}

interface Answer {
  id?: number;
  method?: string;
  result?: unknown;
  error?: { code: string; message: string };
  params?: unknown;
}

const pending = new Map<number, { resolve(result: unknown): void; reject(error: OrielError): void }>();
const listeners = new Set<(state: AppState) => void>();
let lastId = 0;

window.addEventListener('message', ({ source, data }: MessageEvent<Answer | null>) => {
  if (source !== window.parent || !data) return;
  if (data.method === 'changed') for (const listener of listeners) listener(data.params as AppState);
  const asked = pending.get(data.id ?? 0);
  if (!asked) return;
  pending.delete(data.id ?? 0);
  if (data.error) asked.reject(new OrielError(data.error));
  else asked.resolve(data.result);
});

function ask<Result>(method: string, params?: object): Promise<Result> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    // What the surface answers a method with is what it promises there.
    pending.set(id, { resolve: (result) => resolve(result as Result), reject });
    window.parent.postMessage({ id, method, params }, '*');
  });
}

/** The reports that the app may ask for. */
export const reports = (): Promise<AppReport[]> => ask('reports');

/**
 * The rows of a report.
 *
 * @param report its id, public id or name
 * @param options `filters` in the words of the query API, on members of the report or of a control; `limit`, the most
 * rows
 * @throws OrielError
 */
export const load = (
  report: number | string,
  options: { filters?: object[]; limit?: number } = {},
): Promise<AppRows> => ask('load', { report, ...options });

/** What the viewer and the host have set, and how the page around the app looks. */
export const getState = (): Promise<AppState> => ask('state');

/** Sets the controls of a state to what it says, and all others to what the author set. */
export const setState = (state: string): Promise<AppState> => ask('state', { state });

/**
 * Calls the listener whenever the state has changed, or rows are to be asked for anew.
 * @returns the function that ends it
 */
export function onChange(listener: (state: AppState) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that the app shows what it has to show. */
export const loaded = (): void => window.parent.postMessage({ method: 'loaded' }, '*');

/** Says that it cannot, and why. */
export const failed = (message: string): void =>
  window.parent.postMessage({ method: 'failed', params: { message } }, '*');
