import { ApiError } from '@oriel/client';
import type { ChatEndCode, ErrorCode } from '@oriel/contract';
import { t } from '../../messages/chat-texts.ts';
import type { Answer, ChatProblem } from '../../chat-client/chat-turns.ts';

/** The texts of codes, in the language of the page. `unreachable` is of the page itself. */
const TEXTS = {
  unreachable: 'unreachable',
  chat_aborted: 'aborted',
  chat_suspended: 'suspended',
  chat_streaming: 'otherTurn',
  chat_timeout: 'tookTooLong',
  model_context: 'modelContext',
  model_cut_off: 'modelCutOff',
  model_failed: 'modelFailed',
  model_refused: 'modelRefused',
  model_silent: 'modelSilent',
  query_failed: 'queryFailed',
  ai_not_allowed: 'notAllowed',
  embedding_not_allowed: 'notAllowed',
  ai_usage_limit: 'limitReached',
  embed_user_limit: 'viewerLimit',
  too_many_requests: 'busy',
  unavailable: 'busy',
  internal: 'serverFailed',
  insufficient_storage: 'storageFull',
  unauthenticated: 'signedOut',
  credential_expired: 'signedOut',
  csrf_refused: 'signedOut',
  second_factor_enrolment_required: 'signedOut',
  forbidden: 'forbidden',
  admin_only: 'forbidden',
  insufficient_scope: 'forbidden',
  deployment_out_of_scope: 'forbidden',
  agent_not_found: 'agentMissing',
  chat_thread_not_found: 'missing',
  account_not_found: 'placeMissing',
  branch_not_found: 'placeMissing',
  dashboard_not_found: 'placeMissing',
  deployment_not_found: 'placeMissing',
  widget_not_found: 'placeMissing',
  attribute_type_mismatch: 'notTaken',
  attributes_not_found: 'notTaken',
  duplicate_name: 'notTaken',
  groups_not_found: 'notTaken',
  https_required: 'notTaken',
  invalid_request: 'notTaken',
  malformed_request: 'notTaken',
  payload_too_large: 'notTaken',
  unsupported_media_type: 'notTaken',
  user_not_found: 'notTaken',
  validation_failed: 'notTaken',
} as const satisfies Record<ChatEndCode, string> & Partial<Record<ErrorCode | 'unreachable', string>>;

/** What the page says of a code; undefined for one that it does not know. */
export function textOfCode({ code, params }: Pick<ChatProblem, 'code' | 'params'>): string | undefined {
  const minutes = numberOf(params?.['minutes']);
  if (code === 'chat_timeout' && minutes !== undefined) return t('tookMinutes', { count: minutes });
  const seconds = numberOf(params?.['retryAfterSeconds']);
  if (code === 'ai_usage_limit' && seconds !== undefined)
    return t('limitUntil', { count: Math.max(1, Math.ceil(seconds / 3600)) });
  return isKnown(code) ? t(TEXTS[code]) : undefined;
}

/**
 * What the page says of a problem; where it does not know the code, that of which it is one, and what the server says.
 */
export function textOfProblem(problem: ChatProblem, of: string): string {
  return textOfCode(problem) ?? (problem.message === '' ? of : `${of} ${problem.message}`);
}

/**
 * Markdown of what is answered: where that is none of a model's, the page says why; where it is not complete, below it.
 */
export function textOfAnswer({ content, code, isWithoutModel }: Omit<Answer, 'id' | 'citations'>): string {
  if (code === 'model_cut_off') return `${content}\n\n> ${t('modelCutOff')}`;
  return textOfCode({ code }) ?? (content === '' && isWithoutModel ? t('nothingFits') : content);
}

/** The problem that the client has met. An answer that is none of the server's says that this cannot be reached. */
export function problemFrom(error: unknown): ChatProblem {
  if (!(error instanceof ApiError) || error.code === 'unknown') return { code: 'unreachable', message: '' };
  const { code, message, retryAfterMs } = error;
  return {
    code,
    message,
    ...(retryAfterMs !== undefined && { params: { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) } }),
  };
}

/** Codes come from the server, and may be of any name that objects have by themselves. */
const isKnown = (code: string | undefined): code is keyof typeof TEXTS =>
  code !== undefined && Object.hasOwn(TEXTS, code);

const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
