import type { ModelMessage } from 'ai';

/** Characters, as JSON, of the messages that a model is sent. */
export const MAX_CONTEXT_CHARACTERS = 400_000;

/** What stands for an answer of a tool that has no room. */
const LEFT_OUT =
  '{"leftOut":"This answer was left out for want of room; call the tool again if you need it"}';

/**
 * The last turns of a thread that fit; a turn goes out whole or not at all, for calls and their results belong
 * together. Where the last one alone is too long, the answers of its tools are left out, the first ones first.
 */
export function withinContext(
  messages: readonly ModelMessage[],
  maxCharacters = MAX_CONTEXT_CHARACTERS,
): readonly ModelMessage[] {
  const starts = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const sizes = messages.map(sizeOf);
  let begin = starts.at(-1) ?? 0;
  let size = sizes.slice(begin).reduce((sum, each) => sum + each, 0);
  if (size > maxCharacters) return withoutAnswers(messages.slice(begin), size - maxCharacters);
  for (const start of starts.slice(0, -1).reverse()) {
    size += sizes.slice(start, begin).reduce((sum, each) => sum + each, 0);
    if (size > maxCharacters) break;
    begin = start;
  }
  return messages.slice(begin);
}

const sizeOf = (message: ModelMessage) => JSON.stringify(message).length;

function withoutAnswers(messages: readonly ModelMessage[], excess: number): readonly ModelMessage[] {
  let left = excess;
  return messages.map((message) => {
    if (message.role !== 'tool' || left <= 0) return message;
    const content = message.content.map((part) =>
      part.type === 'tool-result' ? { ...part, output: { type: 'text' as const, value: LEFT_OUT } } : part,
    );
    const shorter = { ...message, content };
    left -= Math.max(0, sizeOf(message) - sizeOf(shorter));
    return shorter;
  });
}
