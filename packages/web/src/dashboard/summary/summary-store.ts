import { ApiError } from '@oriel/client';
import type { ChatDashboard, ChatFrame } from '@oriel/contract';
import type { TurnRequest } from '../../chat-client/chat-client.ts';
import { applyFrame, growingTextOf, turnsOf } from '../../chat-client/chat-turns.ts';

/** Why there is no text. */
export interface SummaryProblem {
  readonly kind: 'none' | 'noModel' | 'limitReached' | 'unavailable' | 'failed';
}

/** What an AI widget shows. */
export interface SummaryState {
  readonly status: 'waiting' | 'writing' | 'ready';
  /** Markdown, as far as it is written. */
  readonly text: string;
  /** The thread in which it is written. */
  readonly chatId: string | undefined;
  /** Whether it was written of other controls, or of the dashboard before it changed. */
  readonly isStale: boolean;
  /** Whether it ends in the middle, because the model could write no more. */
  readonly isCutOff: boolean;
  readonly createdAt: string | undefined;
  /** Whether the viewer may have it written anew. */
  readonly mayRefresh: boolean;
  readonly problem: SummaryProblem | undefined;
}

/** How a text is read, or has it written. @throws {@link ApiError} */
export type StreamSummary = (turn: TurnRequest, signal: AbortSignal) => AsyncIterable<ChatFrame>;

interface SummaryStoreOptions {
  readonly widgetId: string;
  readonly stream: StreamSummary;
  /** The dashboard as its viewer has it now. */
  surroundings(): { readonly dashboard: ChatDashboard; readonly timezone?: string | undefined };
}

/**
 * Holds the text of an AI widget. The newest request wins; what a request before it has begun to write goes on at the
 * server.
 */
export interface SummaryStore {
  state(): SummaryState;
  subscribe(listener: () => void): () => void;
  /** Reads the text; where there is none it is written. */
  load(): void;
  /** Has the text written anew. */
  refresh(): void;
  close(): void;
}

const WAITING: SummaryState = {
  status: 'waiting',
  text: '',
  chatId: undefined,
  isStale: false,
  isCutOff: false,
  createdAt: undefined,
  mayRefresh: false,
  problem: undefined,
};

/** Makes the store of a text that is not asked for yet. */
export function createSummaryStore({ widgetId, stream, surroundings }: SummaryStoreOptions): SummaryStore {
  const listeners = new Set<() => void>();
  let state = WAITING;
  let running = new AbortController();
  const set = (changes: Partial<SummaryState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const run = async (refreshesSummary: boolean) => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    if (refreshesSummary) set({ ...WAITING, status: 'writing' });
    const { dashboard, timezone } = surroundings();
    const beside = { ...dashboard, widgetId, ...(refreshesSummary && { refreshesSummary }) };
    let frames: readonly ChatFrame[] = [];
    try {
      for await (const frame of stream({ timezone, dashboard: beside }, signal)) {
        if (signal.aborted) return;
        if (frame.id === '__cutoff__') set(headOf(frame));
        frames = applyFrame(frames, frame);
        set(shownOf(frames));
      }
      if (!signal.aborted) set(endOf(frames, state));
    } catch (error) {
      if (!signal.aborted) set({ ...WAITING, status: 'ready', problem: problemOf(error) });
    }
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: () => void run(false),
    refresh: () => void run(true),
    close: () => running.abort(),
  };
}

/** What the first line says; it begins the text anew. */
function headOf({ state = {} }: ChatFrame): SummaryState {
  const { chatId, isStale, createdAt, mayRefresh, reason, isStreaming } = state;
  const kind = reason === 'no_model' ? 'noModel' : 'none';
  return {
    status: isStreaming === true ? 'writing' : 'waiting',
    text: '',
    chatId: typeof chatId === 'string' ? chatId : undefined,
    isStale: isStale === true,
    isCutOff: false,
    createdAt: typeof createdAt === 'string' ? createdAt : undefined,
    mayRefresh: mayRefresh === true,
    problem: chatId === undefined ? { kind } : undefined,
  };
}

/** The answer of the first turn: what follows in the thread is talk about it. */
function shownOf(frames: readonly ChatFrame[]): Partial<SummaryState> {
  const turn = turnsOf(frames)[0];
  return turn ? { text: turn.answer?.content ?? growingTextOf(turn) } : {};
}

function endOf(frames: readonly ChatFrame[], { problem }: SummaryState): Partial<SummaryState> {
  const answer = turnsOf(frames)[0]?.answer;
  const isCutOff = answer?.code === 'model_cut_off';
  // With any other code the answer is a sentence of the server, which says why there is none of the model's.
  if (problem || (answer && (answer.code === undefined || isCutOff))) return { status: 'ready', isCutOff };
  return { status: 'ready', text: '', mayRefresh: true, problem: { kind: 'failed' } };
}

function problemOf(error: unknown): SummaryProblem {
  if (!(error instanceof ApiError)) return { kind: 'failed' };
  if (error.code === 'ai_usage_limit') return { kind: 'limitReached' };
  const isRefused = error.status === 403 || error.status === 404;
  return { kind: isRefused ? 'unavailable' : 'failed' };
}
