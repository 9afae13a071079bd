import type { EncodedAnswer } from '@oriel/engine';

/** The bytes of an answer in order: those that are held, and then what is still coming, at the pace of the reader. */
export async function* answerChunks({
  body,
  rest,
}: Pick<EncodedAnswer, 'body' | 'rest'>): AsyncGenerator<Uint8Array, void, undefined> {
  yield* body;
  if (rest) yield* rest;
}
