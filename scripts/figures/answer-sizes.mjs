import { answerSizeOf, entriesOf, limits, operations } from '@oriel/contract';

/**
 * The largest answers that the contract allows, the largest first; what is streamed or comes in batches has no size.
 *
 * @returns {{name: string, bytes: number, boundedBy: string}[]} `name` is the operation and the status
 */
export function measureAnswers() {
  return entriesOf(operations)
    .flatMap(([id, operation]) =>
      Object.entries(operation.answers)
        .filter(([, { body }]) => body !== 'none')
        .map(([status, answer]) => ({ name: `${id} ${status}`, ...answerSizeOf(operation, answer) })),
    )
    .filter(({ boundedBy }) => boundedBy === 'fields' || boundedBy === 'page')
    .toSorted((one, other) => other.bytes - one.bytes);
}

/**
 * Whether an answer is larger than is held in memory; no operation may have one: declare the bounds, page by bytes, or
 * write in batches.
 */
export const isTooLarge = ({ bytes }) => bytes > limits.MAX_ANSWER_BYTES;

/** As a line of the figures says it. */
export const sizeLine = ({ name, bytes }) => `${name}: ${(bytes / 1024 ** 2).toFixed(1)} MiB`;
