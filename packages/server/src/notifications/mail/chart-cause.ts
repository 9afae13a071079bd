import type { ErrorCode } from '@oriel/contract';
import type { EngineErrorCode } from '@oriel/engine';
import type { QueryErrorCode } from '@oriel/semantic/errors';
import { modelFaults } from '@oriel/semantic/errors';
import type { ChartCause } from '../../mail/texts/mail-text-types.ts';

/** Codes of what a chart of a message has failed with, beside those of operations and of queries. */
type ChartFailureCode = 'python_failed' | 'message_too_large';

const ENGINE: Readonly<Record<EngineErrorCode, ChartCause>> = {
  'query.failed': 'other',
  'query.timeout': 'timeout',
  'query.cancelled': 'timeout',
  'query.sql_refused': 'refused',
  'query.out_of_memory': 'memory',
  'query.too_many_rows': 'tooLarge',
  'query.too_large': 'tooLarge',
  'query.too_complex': 'other',
  'query.no_room': 'busy',
  'query.queue_full': 'busy',
  'source.unavailable': 'unreachable',
  'source.not_connected': 'notConnected',
  'model.too_complex': 'model',
  'model.broken': 'model',
  'engine.runtime_lost': 'busy',
  'engine.runtime_failing': 'busy',
  internal: 'other',
};

const OTHERS: Readonly<Partial<Record<ErrorCode | QueryErrorCode | ChartFailureCode, ChartCause>>> = {
  branch_not_found: 'model',
  model_repository_lost: 'model',
  too_many_requests: 'busy',
  forbidden: 'refused',
  unknown_member: 'member',
  limit_exceeded: 'tooLarge',
  python_failed: 'python',
  message_too_large: 'tooLarge',
};

const CAUSES: ReadonlyMap<string, ChartCause> = new Map(Object.entries({ ...ENGINE, ...OTHERS }));

/** What the readers of a message are told of a failure with a code. Any code that is not known is `other`. */
export function chartCause(code: string | undefined): ChartCause {
  if (code === undefined) return 'other';
  // Whatever is no fault of the model is not in the set.
  return CAUSES.get(code) ?? (modelFaults.has(code as QueryErrorCode) ? 'model' : 'other');
}
