import { ApiError, isApiError } from '@oriel/client';
import { t } from '../../messages/console-texts.ts';
import { QueryRefused } from '../../query/load-batch.ts';
import { errorKind, type ErrorKind } from './error-kind.ts';

/** A sentence about a failure for the user: the server's own for a refusal, ours where it has none. */
export function sentenceOf(error: unknown): string {
  if (isApiError(error, 'version_conflict')) return t('conflict.text');
  const kind = errorKind(error);
  if (kind === 'busy') return busyText(error);
  const ownText = ownTexts[kind]?.();
  if (ownText !== undefined) return ownText;
  if (error instanceof QueryRefused && error.message === '')
    return t('problem.noReasonText', { status: error.status });
  return error instanceof Error ? error.message : String(error);
}

/** The kinds without a message from the server, or with one that does not help. */
const ownTexts: Partial<Record<ErrorKind, () => string>> = {
  unreachable: () => t('problem.unreachableText'),
  full: () => t('problem.fullText'),
  failed: () => t('problem.failedText'),
  broken: () => t('problem.brokenText'),
};

function busyText(error: unknown): string {
  const waitMs = error instanceof ApiError ? error.retryAfterMs : undefined;
  return waitMs === undefined
    ? t('problem.busyText')
    : t('problem.busyUntilText', { count: Math.max(1, Math.ceil(waitMs / 1000)) });
}
