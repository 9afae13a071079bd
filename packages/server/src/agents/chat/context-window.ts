import type { ModelMessage } from 'ai';

/** Characters, as JSON, of the messages that a model is sent. */
const MAX_CHARACTERS = 400_000;

/** The last turns of a thread that fit; a turn goes out whole or not at all, for calls and their results belong together. */
export function withinContext(
  messages: readonly ModelMessage[],
  maxCharacters = MAX_CHARACTERS,
): readonly ModelMessage[] {
  const starts = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const sizes = messages.map((message) => JSON.stringify(message).length);
  let begin = starts.at(-1) ?? 0;
  let size = sizes.slice(begin).reduce((sum, each) => sum + each, 0);
  for (const start of starts.slice(0, -1).reverse()) {
    size += sizes.slice(start, begin).reduce((sum, each) => sum + each, 0);
    if (size > maxCharacters) break;
    begin = start;
  }
  return messages.slice(begin);
}
