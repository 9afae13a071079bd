import type { AgentCaller } from './agent-tool.ts';

/**
 * Addresses of what a tool answers with, for callers outside of our pages; nothing for a chat, which has links of its
 * own.
 */
interface ConsoleLink {
  readonly url?: string;
}

/** Of a report. */
export const reportLink = (caller: AgentCaller, id: number): ConsoleLink => linkTo(caller, `/reports/${id}`);

/** Of a workbook. */
export const workbookLink = (caller: AgentCaller, id: number): ConsoleLink =>
  linkTo(caller, `/workbook/${id}`);

/** Of the published dashboard of a workbook. */
export const dashboardLink = (caller: AgentCaller, workbookId: number): ConsoleLink =>
  linkTo(caller, `/dashboards/${workbookId}`);

/** Of a query with its rows; of one that is too long for an address there is none. */
export function queryLink(caller: AgentCaller, query: object): ConsoleLink {
  const text = JSON.stringify(query);
  return text.length > MAX_QUERY_LENGTH ? {} : linkTo(caller, '/query', { query: text });
}

/** Servers and proxies take addresses of 8 KiB, in which a character may be three. */
const MAX_QUERY_LENGTH = 2_000;

function linkTo(
  { consoleUrl, deploymentId }: AgentCaller,
  path: string,
  search: Readonly<Record<string, string>> = {},
): ConsoleLink {
  if (consoleUrl === undefined) return {};
  const parameters = new URLSearchParams({ deployment: String(deploymentId), ...search });
  return { url: `${consoleUrl}${path}?${parameters}` };
}
