import { refuse, type AppConfigResponse, type ChatFrame } from '@oriel/contract';
import type { ChatRequest } from '../chat-request.ts';
import { cutoff, NO_USAGE, sentinels, usageLine } from '../chat-frames.ts';
import type { ModelEndpoints } from '../endpoint/model-endpoints.ts';
import { titleOf } from '../threads/thread-service.ts';
import type { AgentCaller } from '../tools/agent-tool.ts';
import type { ShownDashboard } from '../tools/shown-dashboard.ts';
import { summaryBasisOf, type SummaryBasis } from './summary-basis.ts';
import type { SummaryPlace, SummaryRow, SummaryStore } from './summary-store.ts';

/** What texts of AI widgets are made with. */
export interface SummaryOptions {
  readonly store: SummaryStore;
  readonly endpoints: Pick<ModelEndpoints, 'find'>;
  readonly appConfig: { get(tenantId: number): Promise<AppConfigResponse> };
  /** What the policies of the model see of a caller, by its digest. */
  rightsOf(principal: AgentCaller['principal']): Promise<string>;
  /** The dashboard as the caller has it before them. @throws what refuses it to them */
  findDashboard(caller: AgentCaller, publicId: string, signal: AbortSignal): Promise<ShownDashboard>;
}

/** How a chat reads a thread and begins a turn in it. */
interface SummaryThreads {
  read(threadId: string, request: ChatRequest): Promise<AsyncIterable<ChatFrame>>;
  /** @throws `ai_usage_limit` */
  begin(threadId: string, request: ChatRequest): Promise<AsyncIterable<ChatFrame>>;
  /** @throws `ai_usage_limit` */
  checkUsage(request: ChatRequest): Promise<void>;
}

/** Answers with the text of the AI widget that a request names. */
export type OpenSummary = (
  request: ChatRequest,
  threads: SummaryThreads,
) => Promise<AsyncIterable<ChatFrame>>;

/**
 * Makes what answers. Rows differ by rights, so each person has texts of their own, and others whenever their rights
 * change: that of the controls as they are set now, else an older one, which is marked as stale; where there is none
 * one is written, as far as the person may have it written. The first line says it all: `isStale`, `checksum`,
 * `createdAt`, `mayRefresh`, or `reason` why there is none.
 *
 * It throws `dashboard_not_found`, `embedding_not_allowed`, `widget_not_found`, `ai_usage_limit`.
 */
export function createOpenSummary(options: SummaryOptions): OpenSummary {
  const { store } = options;
  return async (request, chat) => {
    const { caller, asker, input, signal } = request;
    const { publicId, widgetId, refreshesSummary } = input.dashboard ?? {};
    if (publicId === undefined || widgetId == null) throw refuse('widget_not_found', { id: widgetId ?? '' });
    const basis = summaryBasisOf(await options.findDashboard(caller, publicId, signal), widgetId, caller);
    const rights = await options.rightsOf(caller.principal);
    const place = { deploymentId: caller.deploymentId, publicId, widgetId, owner: asker.owner, rights };
    const found = refreshesSummary === true ? undefined : await store.find(place, basis.checksum);
    const reason = await reasonAgainst(options, caller);
    const mayRefresh = reason === undefined;
    if (found)
      return withState(await chat.read(found.threadId, request), {
        ...summaryStateOf(found, basis),
        mayRefresh,
      });
    if (!mayRefresh) return withState(noText(), { reason, mayRefresh });
    await chat.checkUsage(request);
    return write(options, { request, place, basis }, chat);
  };
}

interface WrittenSummary {
  readonly request: ChatRequest;
  readonly place: SummaryPlace;
  readonly basis: SummaryBasis;
}

async function write(
  { store }: SummaryOptions,
  { request, place, basis }: WrittenSummary,
  chat: SummaryThreads,
): Promise<AsyncIterable<ChatFrame>> {
  const { caller, agent, input } = request;
  const { branch = null, dashboard } = caller;
  const { isNew, ...row } = await store.begin(place, {
    thread: { agentId: agent.id, title: titleOf(basis.title), branch },
    checksum: basis.checksum,
    replaces: input.dashboard?.refreshesSummary === true,
  });
  const { threadId } = row;
  // Else another page of the same person was earlier.
  if (!isNew) return withState(await chat.read(threadId, request), summaryStateOf(row, basis));
  const asked: ChatRequest = {
    ...request,
    input: { ...input, input: basis.prompt, chatId: threadId },
    caller: {
      ...caller,
      mayAuthor: false,
      ...(dashboard && { dashboard: { ...dashboard, isSummarised: true } }),
    },
  };
  return withState(await chat.begin(threadId, asked), summaryStateOf(row, basis));
}

/** Why nothing can be written for the caller. */
async function reasonAgainst(
  { endpoints, appConfig }: SummaryOptions,
  { principal, tenantId }: AgentCaller,
): Promise<'not_allowed' | 'no_model' | undefined> {
  if (principal.kind === 'embed') {
    const { embedding } = await appConfig.get(tenantId);
    if (!(principal.wantsSummaries ?? embedding?.showAiWidgets ?? true)) return 'not_allowed';
  }
  const { endpoint } = await endpoints.find(tenantId);
  return endpoint ? undefined : 'no_model';
}

/** What the first line says of a text. */
export function summaryStateOf(
  { checksum, createdAt }: SummaryRow,
  basis: Pick<SummaryBasis, 'checksum'>,
): object {
  return { checksum, createdAt, isStale: checksum !== basis.checksum, mayRefresh: true };
}

async function* withState(lines: AsyncIterable<ChatFrame>, state: object): AsyncGenerator<ChatFrame> {
  for await (const frame of lines)
    yield frame.id === sentinels.cutoff ? { ...frame, state: { ...frame.state, ...state } } : frame;
}

async function* noText(): AsyncGenerator<ChatFrame> {
  yield cutoff(undefined, { isStreaming: false });
  yield usageLine(NO_USAGE);
}
