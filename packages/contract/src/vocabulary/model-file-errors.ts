import { defineError } from './define-error.ts';

/** Refusals of requests about model files. */
export const modelFileErrors = {
  text_not_found: defineError<{ index: number; count: number }>(
    400,
    ({ index, count }) =>
      `edits[${index}].oldText is ${count === 0 ? 'not in the file' : `in the file ${count} times`}; it has to be there once`,
  ),
  model_path_invalid: defineError<{ path: string; reason: string }>(
    400,
    ({ path, reason }) => `The path ${JSON.stringify(path)} cannot be a file of the data model: ${reason}`,
  ),
  model_file_not_found: defineError<{ path: string }>(
    404,
    ({ path }) => `The branch has no file or folder ${JSON.stringify(path)}`,
  ),
  upload_not_found: defineError(
    404,
    () => 'There is no such upload of yours; it may have expired, so begin another',
  ),
  file_changed: defineError<{ hash: string }>(
    409,
    ({ hash }) => `The file was changed meanwhile: its hash is ${hash}. Get it anew and edit that`,
  ),
  model_path_taken: defineError<{ path: string }>(
    409,
    ({ path }) => `There is already something at the path ${JSON.stringify(path)}; choose another`,
  ),
  model_file_too_large: defineError<{ path: string; maxBytes: number }>(
    413,
    ({ path, maxBytes }) => `The file ${JSON.stringify(path)} is larger than ${maxBytes} bytes`,
  ),
  model_too_large: defineError<{ reason: string }>(
    413,
    ({ reason }) => `The data model is too large: ${reason}`,
  ),
  model_repository_lost: defineError<{ state: 'missing' | 'damaged' }>(
    500,
    ({ state }) =>
      `The repository of the data model is ${state} on the server; the log of the server tells its operator where it lies and what to do`,
  ),
};
