import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Calls GitHub: no redirect is followed, and an answer is bounded in time and size. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('GitHub answers with more than it may');
    parts.push(part);
    // A stream of small parts leaves others a turn.
    if (parts.length % 256 === 0) await pause();
  }
  const hasBody = ![204, 205, 304].includes(answer.status);
  return new Response(hasBody ? Buffer.concat(parts) : null, {
    status: answer.status,
    headers: answer.headers,
  });
};
