import type { ChatFrame, ChatUsage } from '@oriel/contract';

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
  error: 'The turn was stopped',
});

/** The line of a turn that can be resumed. */
export const suspended = (messageId: string): ChatFrame => ({
  id: sentinels.suspended,
  type: 'suspend',
  code: 'chat_suspended',
  retryable: true,
  messageId,
  error: 'The server stops; send the same message again to go on',
});

/** A failure: of the turn, or of one that does not begin. */
export const failed = (error: string, code?: string): ChatFrame => ({
  error,
  ...(code !== undefined && { code }),
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
