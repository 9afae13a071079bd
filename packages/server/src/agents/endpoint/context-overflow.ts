/** Of requests that are too long, some servers say so by a status, others in the text of a refusal. */
const STATUSES: readonly unknown[] = [400, 413, 422, 500];
const TOO_LONG =
  /context[_ ](length|size|window)|maximum context|prompt is too long|input is too long|too many (input )?tokens|request_too_large|reduce the length|exceeds? the (available )?context/i;

/** Whether a model has refused a request because it has no room for it. */
export function isContextOverflow(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { statusCode, message, responseBody } = error as Record<
    'statusCode' | 'message' | 'responseBody',
    unknown
  >;
  if (statusCode === 413) return true;
  return STATUSES.includes(statusCode) && TOO_LONG.test(`${String(message)} ${String(responseBody)}`);
}
