import {
  Refusal,
  type AppConfigResponse,
  type EmbedPythonFilteredRunInput,
  type ServerBrand,
  type StreamChatStateInput,
} from '@oriel/contract';
import { toLine } from '../agents/chat-frames.ts';
import { readAsset, readPage, withConfig } from '../http/pages/web-files.ts';
import { answerBatch } from '../query/load-batch.ts';
import { answerChunks } from '../query/answer-chunks.ts';
import { CLAIMS_KEY } from '../identity/credentials/signed-token.ts';
import { isPrinted, type RenderedDashboard } from './dashboard-rendering.ts';
import { answerApp, appAddress } from './picture-app.ts';
import { printedFilters } from './printed-filters.ts';

/** What a request of the page is answered with. */
interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that the page makes. */
interface PageRequest {
  readonly method: string;
  readonly url: URL;
  /** The body as text; null for none. */
  readonly body: string | null;
  /** Whether a frame within the page makes it: an app, which gets its own files and nothing of the page. */
  readonly isOfApp: boolean;
}

/** Where the page believes to be: nothing is asked there, all of it is answered within the server. */
export const PAGE_ORIGIN = 'http://rendering.invalid';

/** The address of the surface, with the controls in the form that hosts give them. */
export function pageAddress({ dashboard, controls, drawing }: RenderedDashboard): string {
  const parameters = new URLSearchParams({ session: 'rendering' });
  for (const { member, operator, value } of controls.filters ?? [])
    parameters.set(
      `f_${member}`,
      JSON.stringify({ type: operator ?? 'equals', ...(value != null && { value }) }),
    );
  for (const { member, grain } of controls.timeGrains ?? []) parameters.set(`tg_${member}`, grain);
  for (const { member, selected } of controls.memberSwitchers ?? []) parameters.set(`ms_${member}`, selected);
  for (const { container, widget } of drawing?.openTabs ?? []) parameters.set(`tab_${container}`, widget);
  if (drawing?.locale !== undefined) parameters.set('locale', drawing.locale);
  if (drawing?.timezone !== undefined) parameters.set('timezone', drawing.timezone);
  if (drawing?.isOneChart) parameters.set('showDashboardHeader', 'false');
  return `${PAGE_ORIGIN}/embed/dashboard/${dashboard.publicId}?${parameters}`;
}

/** What a page is answered with. */
export interface PageContent {
  readonly brand: ServerBrand;
  readonly account: AppConfigResponse;
  readonly signal: AbortSignal;
}

/**
 * Answers what the embedded surface asks while it draws a dashboard: its own files, and the rows of the viewer. There
 * is no credential that could be found out, and no address that could be reached.
 *
 * @returns undefined for what is not answered, such as a picture of another host
 */
export async function answerPage(
  { method, url, body, isOfApp }: PageRequest,
  rendered: RenderedDashboard,
  content: PageContent,
): Promise<PageAnswer | undefined> {
  if (url.origin !== PAGE_ORIGIN) return undefined;
  const { pathname } = url;
  const { dashboard, queries } = rendered;
  if (isOfApp) {
    const file = await answerApp(url, rendered);
    return file && { status: 200, ...file };
  }
  if (pathname.startsWith('/assets/')) {
    const asset = await readAsset(pathname.slice('/assets/'.length));
    return asset && { status: 200, ...asset };
  }
  if (pathname === `/embed/dashboard/${dashboard.publicId}`)
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      body: withConfig(await readPage('embed.html'), {
        brand: content.brand.name,
        drawnAs: isPrinted(rendered) ? 'sheets' : 'picture',
        toldFilters: isPrinted(rendered) ? [] : printedFilters(rendered),
      }),
    };
  if (pathname === '/api/v1/embed/session/token') return json({ token: tokenOf(rendered, content.brand) });
  if (pathname === `/api/v1/embed/dashboard/${dashboard.publicId}`) return json(dashboard);
  if (pathname === `/api/v1/embed/dashboard/${dashboard.publicId}/app`) return json(appAddress(rendered));
  if (pathname === '/api/v1/app-config') return json(withoutChat(content.account));
  const summaries = await answerSummaries({ pathname, body }, rendered);
  if (summaries) return summaries;
  const queryApi = `/deployments/${dashboard.deploymentId}/cubejs-api/v1`;
  if (pathname === `${queryApi}/meta`) {
    const answer = await queries.meta();
    return { status: answer.status, type: 'application/json', body: await textOf(answerChunks(answer)) };
  }
  if (pathname === `/api/v1/embed/dashboard/${dashboard.publicId}/python-run` && body !== null)
    // Written by our own page.
    return runPython(JSON.parse(body) as EmbedPythonFilteredRunInput, rendered, content.signal);
  if (pathname !== `${queryApi}/load-batch` || method !== 'POST' || body === null) return undefined;
  // Written by our own page.
  const { queries: asked } = JSON.parse(body) as { queries: { id: string; query: object }[] };
  const lines = await answerBatch(asked, content.signal, (query, signal) =>
    queries.load(query as object, signal),
  );
  return { status: 200, type: 'application/x-ndjson', body: await textOf(lines) };
}

/** The name of the account, which nobody reads. */
const ACCOUNT = 'rendering';

/** Answers an AI widget with the text that there is; where the viewer may not use AI, as the server does. */
async function answerSummaries(
  { pathname, body }: { readonly pathname: string; readonly body: string | null },
  { dashboard: { deploymentId }, summaries }: RenderedDashboard,
): Promise<PageAnswer | undefined> {
  const isChat = pathname === `/api/v1/public/${ACCOUNT}/deployments/${deploymentId}/chat/stream-chat-state`;
  if (!isChat && pathname !== `/api/v1/deployments/${deploymentId}/ai-engineer-settings`) return undefined;
  if (!summaries) return { ...json({}), status: 403 };
  if (!isChat) return json({ accountName: ACCOUNT });
  // Written by our own page.
  const lines = await summaries.read(JSON.parse(body ?? '{}') as StreamChatStateInput);
  return { status: 200, type: 'application/json', body: lines.map(toLine).join('') };
}

/** @returns what the Python of a report leaves, or why it is not run, as the operation answers */
async function runPython(
  { reportVersionId, sqlQuery, memberSwitchers }: EmbedPythonFilteredRunInput,
  { dashboard, queries }: RenderedDashboard,
  signal: AbortSignal,
): Promise<PageAnswer | undefined> {
  const snapshot = dashboard.reportSnapshots.find(({ id }) => id === reportVersionId);
  if (!snapshot) return undefined;
  try {
    return json(await queries.runPython(snapshot, { query: sqlQuery, memberSwitchers }, signal));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...json({ code: error.code, message: error.message }), status: error.status };
  }
}

/** Nobody asks anything of a picture. */
function withoutChat(account: AppConfigResponse): AppConfigResponse {
  return { ...account, embedding: { ...account.embedding, showDashboardChat: false } };
}

function json(value: unknown): PageAnswer {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) };
}

async function textOf(content: Uint8Array | AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const chunk of content instanceof Uint8Array ? [content] : content)
    read.push(Buffer.from(chunk));
  return Buffer.concat(read);
}

/** What the page reads of a token. It is signed by nobody, and good for nothing but this page. */
function tokenOf({ queries }: RenderedDashboard, { securityContextKey }: ServerBrand): string {
  const claims = { securityContext: { [securityContextKey]: { userAttributes: queries.userAttributes } } };
  const payload = Buffer.from(JSON.stringify({ [CLAIMS_KEY]: claims })).toString('base64url');
  return `rendering.${payload}.`;
}
