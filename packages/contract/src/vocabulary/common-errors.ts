import { defineError, RETRY_AFTER_SECONDS } from './define-error.ts';

/** What any request may be refused with. */
export const commonErrors = {
  malformed_request: defineError<{ reason: string }>(
    400,
    ({ reason }) => `The request cannot be read: ${reason}`,
  ),
  unknown_host: defineError<{ host: string }>(
    400,
    ({ host }) =>
      `The server does not know that it is reached as ${host}, and what others read must not lead there: its operator sets the base URL (--base-url), or lists the host for the account`,
  ),
  validation_failed: defineError<{ count: number }>(
    400,
    ({ count }) =>
      `The request has ${count === 1 ? 'a field' : `${count} fields`} that cannot be accepted; see issues`,
  ),
  invalid_cursor: defineError<{ cursor: string }>(
    400,
    ({ cursor }) =>
      `The cursor ${JSON.stringify(cursor)} is not one that this list gave out; leave after away to begin anew`,
  ),
  invalid_request: defineError<{ reason: string }>(400, ({ reason }) => reason),
  too_many_records: defineError<{ records: string; max: number }>(
    409,
    ({ records, max }) => `There are as many ${records} as there may be, ${max}; delete some first`,
  ),
  not_found: defineError(404, () => 'There is nothing at this address'),
  method_not_allowed: defineError<{ method: string }>(
    405,
    ({ method }) => `The address does not take ${method}`,
  ),
  request_timeout: defineError(408, () => 'The request did not arrive in time; send it again'),
  version_conflict: defineError<{ kind: string; id: number; expected: number; actual: number }>(
    409,
    ({ kind, id, expected, actual }) =>
      `The ${kind} ${id} was changed meanwhile: it has version ${actual}, not ${expected}. Get it anew and apply the change to that`,
  ),
  ambiguous_legacy_id: defineError<{ publicId: string; count: number }>(
    409,
    ({ publicId, count }) =>
      `${count} reports are shown with the publicId ${publicId}; give the one that is meant an id of its own first`,
  ),
  idempotency_key_in_use: defineError(
    409,
    () => 'A request with this Idempotency-Key is under way; ask again with the same key when it has ended',
  ),
  idempotent_answer_lost: defineError(
    409,
    () =>
      'The request of this Idempotency-Key was done, and its answer cannot be read any more, because the keys of the ' +
      'installation were changed since; see what is there',
  ),
  conflict: defineError<{ reason: string }>(409, ({ reason }) => reason),
  precondition_failed: defineError(
    412,
    () => 'What is there is not what If-Match or If-Unmodified-Since asks for; get it anew',
  ),
  payload_too_large: defineError<{ maxBytes: number }>(
    413,
    ({ maxBytes }) => `The body is larger than ${maxBytes} bytes`,
  ),
  unsupported_media_type: defineError<{ type: string; expected?: string }>(
    415,
    ({ type, expected = 'application/json' }) =>
      `The content type ${JSON.stringify(type)} is not accepted; send ${expected}`,
  ),
  range_not_satisfiable: defineError(416, () => 'The file does not reach as far as Range asks; get it whole'),
  idempotency_key_reused: defineError(
    422,
    () => 'The Idempotency-Key was sent with another request before; send each request with a key of its own',
  ),
  too_many_requests: defineError<{ retryAfterSeconds: number }>(
    429,
    ({ retryAfterSeconds }) => `Too many requests; try again in ${retryAfterSeconds} s`,
    ({ retryAfterSeconds }) => retryAfterSeconds,
  ),
  headers_too_large: defineError<{ maxBytes: number }>(
    431,
    ({ maxBytes }) =>
      `The address and the headers are larger than ${maxBytes} bytes together; send what is long as a body`,
  ),
  internal: defineError(
    500,
    () => 'Something went wrong on the server; its log has the details under the request id',
  ),
  unavailable: defineError<{ reason: string }>(
    503,
    ({ reason }) => reason,
    () => RETRY_AFTER_SECONDS,
  ),
  insufficient_storage: defineError(
    507,
    () =>
      'The disk of the server is full, so nothing was changed; what is there can be read. Tell its operator to free space',
  ),
  https_required: defineError(
    403,
    () => 'Only HTTPS is accepted; plain HTTP is served on the loopback interface alone',
  ),
  duplicate_name: defineError<{ kind: string; name: string }>(
    400,
    ({ kind, name }) => `The ${kind} ${JSON.stringify(name)} is given twice`,
  ),
};
