import type { ChatFrame, ChatUsage } from '@oriel/contract';
import type { StepRecord } from './turn-store.ts';

/** Where a turn says what it does. */
export interface TurnRoom {
  emit(frame: ChatFrame): void;
  /** Keeps what a step has made. */
  record(step: StepRecord, usage: ChatUsage): Promise<void>;
  /** Counts what was used by a step that leaves nothing. */
  spend(usage: ChatUsage): void;
  /** What a model had said of a step that has failed: kept where the turn ends with it. */
  leaveUnfinished(step: StepRecord): void;
  /** Is told of a tool that has failed by a bug. */
  onFault(error: unknown): void;
}
