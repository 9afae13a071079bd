import {
  chatEnds,
  type ChatEndCode,
  type ChatEndValues,
  type ChatFrame,
  type ChatUsage,
  type Refusal,
} from '@oriel/contract';

/** The names of the lines that are no messages. */
export const sentinels = {
  cutoff: '__cutoff__',
  state: '__state__',
  aborted: '__aborted__',
  suspended: '__suspended__',
  usage: '__usage__',
} as const;

/** The first line: what follows is new. */
export function cutoff(
  chatId: string | undefined,
  { isStreaming, suspendedMessageId }: { isStreaming: boolean; suspendedMessageId?: string | null },
): ChatFrame {
  const suspended = suspendedMessageId == null ? {} : { suspended: { messageId: suspendedMessageId } };
  return {
    id: sentinels.cutoff,
    role: 'assistant',
    content: '',
    graphPath: [],
    sort: 0,
    state: { isStreaming, ...(chatId !== undefined && { chatId }), ...suspended },
  };
}

/** The snapshot near the end. */
export function snapshot(chatId: string, messages: readonly ChatFrame[]): ChatFrame {
  return {
    id: sentinels.state,
    role: 'assistant',
    content: '',
    graphPath: [],
    state: { isStreaming: false, chatId, messages: [...messages] },
  };
}

/** The line of a turn that was stopped. */
export const aborted = (): ChatFrame => ({
  id: sentinels.aborted,
  type: 'abort',
  code: 'chat_aborted',
  error: chatEnds.chat_aborted(),
});

/** The line of a turn that can be resumed. */
export const suspended = (messageId: string): ChatFrame => ({
  id: sentinels.suspended,
  type: 'suspend',
  code: 'chat_suspended',
  retryable: true,
  messageId,
  error: chatEnds.chat_suspended(),
});

/** A failure: of the turn, or of one that does not begin. */
export function failed<C extends ChatEndCode>(code: C, ...values: ChatEndValues<C>): ChatFrame {
  const [params] = values;
  // The entry and its values belong to one code, which the compiler cannot see through the union.
  const message = chatEnds[code] as (...values: unknown[]) => string;
  return { error: message(...values), code, ...(params && { params: { ...params } }) };
}

/** A turn that was refused. */
export const refused = ({ code, message, retryAfterSeconds }: Refusal): ChatFrame => ({
  error: message,
  code,
  ...(retryAfterSeconds !== undefined && { params: { retryAfterSeconds } }),
});

export const NO_USAGE: ChatUsage = {
  models: [],
  llmCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  totalTokens: 0,
};

/** The last line. */
export const usageLine = (usage: ChatUsage): ChatFrame => ({ id: sentinels.usage, type: 'usage', usage });

/** The sum of what two parts of a turn took. */
export function addUsage(one: ChatUsage, other: ChatUsage): ChatUsage {
  return {
    models: [...new Set([...one.models, ...other.models])],
    llmCalls: one.llmCalls + other.llmCalls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    totalTokens: one.totalTokens + other.totalTokens,
  };
}

/** A line of the stream. */
export const toLine = (frame: ChatFrame): string => `${JSON.stringify(frame)}\n`;
