import { refuse, refuseFields, type ChatFrame, type StreamChatStateInput } from '@oriel/contract';
import type { ModelMessage, UserContent } from 'ai';
import { randomInt } from 'node:crypto';
import { bindFirst } from '../../db/bind-first.ts';
import type { ThreadStore } from '../threads/thread-store.ts';
import type { OpenSummary } from '../summaries/open-summary.ts';
import { isOwnedBy } from '../threads/thread-owner.ts';
import { titleOf } from '../threads/thread-service.ts';
import type { UsageStore } from '../usage/usage-store.ts';
import type { AnswerTurn } from './answer-turn.ts';
import type { ChatRequest } from '../chat-request.ts';
import { cutoff, failed, NO_USAGE, snapshot, suspended, usageLine } from '../chat-frames.ts';
import type { LiveTurn } from './live-turn.ts';
import { withoutCalls, type Turns } from './turns.ts';
import type { FollowedThread, TurnNotices } from './turn-notices.ts';
import type { TurnState, TurnStore } from './turn-store.ts';

/** What chats are made of. */
interface ChatOptions {
  readonly threads: ThreadStore;
  readonly turns: Turns;
  /** Of turns that other servers run. */
  readonly notices: TurnNotices;
  readonly store: TurnStore;
  readonly usage: UsageStore;
  readonly answerTurn: AnswerTurn;
  /** Answers requests for the text of an AI widget. */
  readonly openSummary: OpenSummary;
}

/** The lines of a chat. */
type ChatLines = AsyncIterable<ChatFrame>;

/**
 * What the bytes of a picture begin with in hexadecimal, by its media type; a file that begins otherwise is no such
 * picture.
 */
const IMAGE_BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^474946383[79]61/,
  'image/webp': /^52494646.{8}57454250/,
};
const IMAGE_TYPES = Object.keys(IMAGE_BEGINNINGS);
/** Of base64, from which the longest beginning can be read. */
const BEGINNING_LENGTH = 32;

/** Begins turns and reads threads, as the chat API does. */
export type ChatService = ReturnType<typeof createChatService>;

type ChatNeeds = ChatOptions;

/** Makes the service of the chat API. */
export function createChatService(options: ChatOptions) {
  return bindFirst({ ...options }, { open, abort });
}

/**
 * Begins a turn, joins the one that runs, or reads the thread; whatever can be refused is refused before the first
 * line.
 *
 * Without a message and a thread, beside an AI widget, it is the text of that widget.
 *
 * @throws `chat_thread_not_found`, `forbidden`, `ai_usage_limit`, `validation_failed`; `dashboard_not_found`,
 *   `embedding_not_allowed`, `widget_not_found`
 */
async function open(needs: ChatNeeds, request: ChatRequest): Promise<ChatLines> {
  const { input, asker, caller, agent } = request;
  const { chatId, messageId } = input;
  checkImages(input);
  const isAsking = input.input != null && input.input.trim() !== '';
  if (chatId == null) {
    if (!isAsking)
      return input.dashboard?.widgetId == null
        ? nothingYet()
        : needs.openSummary(request, {
            read: (threadId, request) => readThread(needs, threadId, request),
            begin: (threadId, asked) => begin(needs, threadId, newMessageId(), asked),
            checkUsage: (asked) => checkUsage(needs.usage, asked),
          });
    await checkUsage(needs.usage, request);
    const { deploymentId, branch = null } = caller;
    const title = titleOf(input.input ?? '');
    const { id } = await needs.threads.insert({
      deploymentId,
      agentId: agent.id,
      kind: 'chat',
      title,
      branch,
      owner: asker.owner,
    });
    return begin(needs, id, messageId ?? newMessageId(), request);
  }
  const thread = await getOwnThread(needs, request, chatId);
  if (!isAsking && messageId == null) return readThread(needs, chatId, request);
  const state = await needs.store.getState(chatId);
  if (state.isRunning) {
    const isSame = messageId != null && state.messageId === messageId;
    return isSame ? readThread(needs, chatId, request) : refusedLines(chatId);
  }
  const isKnown = messageId != null && (await needs.store.hasMessage(chatId, messageId));
  const resumes = isKnown && state.suspendedMessageId === messageId;
  // A message that was answered is not answered twice.
  if (!isAsking && !resumes) return readThread(needs, chatId, request);
  if (isKnown && !resumes) return readThread(needs, chatId, request);
  await checkUsage(needs.usage, request);
  if (thread.kind === 'summary' && !resumes) await needs.threads.becomeChat(chatId);
  return begin(needs, chatId, messageId ?? newMessageId(), request);
}

/** Stops the turn of a thread, wherever it runs. @throws `chat_thread_not_found`, `forbidden` */
async function abort(
  needs: Pick<ChatNeeds, 'threads' | 'turns' | 'store'>,
  request: Pick<ChatRequest, 'asker' | 'caller' | 'agent'>,
  chatId: string,
): Promise<void> {
  await getOwnThread(needs, request, chatId);
  await needs.store.abort(chatId);
  await needs.turns.abort(chatId);
}

/** @throws `chat_thread_not_found`, `forbidden` for the thread of another person */
async function getOwnThread(
  { threads }: Pick<ChatNeeds, 'threads'>,
  { asker, caller, agent }: Pick<ChatRequest, 'asker' | 'caller' | 'agent'>,
  chatId: string,
) {
  const thread = isUuid(chatId) ? await threads.find(caller.deploymentId, chatId) : undefined;
  if (!thread || thread.agentId !== agent.id) throw refuse('chat_thread_not_found');
  if (!isOwnedBy(thread, asker.owner))
    throw refuse('forbidden', { reason: 'Only the owner of a thread continues it' });
  return thread;
}

/** What is there of a thread, and where its turn runs here, all that follows. */
async function readThread(needs: ChatNeeds, threadId: string, request: ChatRequest): Promise<ChatLines> {
  const live = needs.turns.find(threadId);
  if (live) return join(live);
  const state = await needs.store.getState(threadId);
  if (state.isRunning) return follow(threadId, needs, request.signal);
  return replay(threadId, await needs.threads.listFrames(threadId), state);
}

async function begin(
  needs: ChatNeeds,
  threadId: string,
  messageId: string,
  request: ChatRequest,
): Promise<ChatLines> {
  const isResumed = await needs.store.hasMessage(threadId, messageId);
  const turn = await needs.turns.start({
    threadId,
    messageId,
    opening: (sort) => (isResumed ? { frames: [], messages: [] } : openingOf(messageId, request.input, sort)),
    work: (room, context) => needs.answerTurn({ threadId, request, room, ...context }),
    onUsage: (usage) =>
      needs.usage.add(
        request.caller.tenantId,
        { owner: request.asker.owner, agentId: request.agent.id },
        usage,
      ),
  });
  if (!turn) return refusedLines(threadId);
  return isResumed ? resumed(turn, await needs.threads.listFrames(threadId)) : join(turn);
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** As clients make them: digits of the time, and of chance. */
const newMessageId = () => `${Date.now()}${randomInt(1_000, 10_000)}-message`;

/** @throws `ai_usage_limit` */
async function checkUsage(usage: UsageStore, { asker, caller, dailyTokens }: ChatRequest): Promise<void> {
  if (dailyTokens === 0) return;
  const { tokens, secondsLeft } = await usage.findToday(caller.tenantId, asker.owner);
  if (tokens >= dailyTokens) throw refuse('ai_usage_limit', { limit: dailyTokens, secondsLeft });
}

/** @throws `validation_failed` */
function checkImages({ images }: StreamChatStateInput): void {
  const wrong = (images ?? []).flatMap(({ mimeType, data }, index) => {
    if (!IMAGE_TYPES.includes(mimeType))
      return [{ path: `images[${index}].mimeType`, message: `must be one of ${IMAGE_TYPES.join(', ')}` }];
    const path = `images[${index}].data`;
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return [{ path, message: 'must be base64' }];
    const beginning = Buffer.from(data.slice(0, BEGINNING_LENGTH), 'base64').toString('hex');
    return IMAGE_BEGINNINGS[mimeType]?.test(beginning) === true
      ? []
      : [{ path, message: `must be the bytes of a picture of type ${mimeType}` }];
  });
  if (wrong.length > 0) throw refuseFields(wrong);
}

function openingOf(messageId: string, { input, images }: StreamChatStateInput, sort: number) {
  const text = input ?? '';
  const frame: ChatFrame = { id: messageId, role: 'user', content: text, graphPath: [], sort };
  const content: UserContent = [
    { type: 'text', text },
    ...(images ?? []).map(({ data, mimeType }) => ({
      type: 'file' as const,
      data,
      mediaType: mimeType,
    })),
  ];
  const message: ModelMessage = { role: 'user', content: content.length === 1 ? text : content };
  return { frames: [frame], messages: [message] };
}

async function* nothingYet(): ChatLines {
  yield cutoff(undefined, { isStreaming: false });
  yield usageLine(NO_USAGE);
}

async function* refusedLines(threadId: string): ChatLines {
  yield cutoff(threadId, { isStreaming: true });
  yield failed('chat_streaming');
  yield usageLine(NO_USAGE);
}

/** A thread in which no turn runs. */
async function* replay(
  threadId: string,
  frames: readonly ChatFrame[],
  { suspendedMessageId }: Pick<TurnState, 'suspendedMessageId'>,
): ChatLines {
  yield cutoff(threadId, { isStreaming: false, suspendedMessageId });
  yield* frames;
  if (suspendedMessageId !== null) yield suspended(suspendedMessageId);
  yield snapshot(threadId, withoutCalls(frames));
  yield usageLine(NO_USAGE);
}

async function* join(turn: LiveTurn): ChatLines {
  yield cutoff(turn.threadId, { isStreaming: true });
  yield* turn.read();
}

/** The thread so far, and what a turn that goes on adds to it. */
async function* resumed(turn: LiveTurn, frames: readonly ChatFrame[]): ChatLines {
  yield cutoff(turn.threadId, { isStreaming: true });
  yield* frames;
  yield* turn.read();
}

/** A turn of another server, step by step as it is stored. What it used is told by that server alone. */
async function* follow(threadId: string, options: ChatOptions, signal: AbortSignal): ChatLines {
  yield cutoff(threadId, { isStreaming: true });
  const changes = options.notices.follow(threadId);
  try {
    yield* followed(threadId, { ...options, changes }, signal);
  } finally {
    changes.close();
  }
}

async function* followed(
  threadId: string,
  { threads, store, changes }: ChatOptions & { readonly changes: FollowedThread },
  signal: AbortSignal,
): ChatLines {
  let behind = -1;
  for (; !signal.aborted; await changes.next(signal)) {
    // Asked first: what is stored afterwards is read in the next round, or the turn has ended.
    const state = await store.getState(threadId);
    const frames = await threads.listFrames(threadId, behind);
    yield* frames;
    behind = Math.max(behind, ...frames.map(({ sort = -1 }) => sort));
    if (state.isRunning) continue;
    if (state.suspendedMessageId !== null) yield suspended(state.suspendedMessageId);
    yield snapshot(threadId, withoutCalls(await threads.listFrames(threadId)));
    yield usageLine(NO_USAGE);
    return;
  }
}
