import type { AppConfigResponse, EmbedSessionSettings } from '@oriel/contract';

type Account = Pick<AppConfigResponse, 'embedding'> | undefined;

/**
 * Whether anything may use AI, as far as settings say; the server decides. False of the session or of the account rules
 * it out.
 */
function allowsAi(session: EmbedSessionSettings, account: Account): boolean {
  return session.allowAi !== false && account?.embedding?.allowAi !== false;
}

/**
 * Whether a dashboard has a chat beside it: what the session says goes before what the account does, which says yes by
 * default.
 */
export function showsDashboardChat(session: EmbedSessionSettings, account: Account): boolean {
  const wanted = session.showDashboardChat ?? account?.embedding?.showDashboardChat ?? true;
  return wanted && allowsAi(session, account);
}

/** Whether the embedded application has a chat on its pages, by the same rule. */
export function showsWorkbookChat(session: EmbedSessionSettings, account: Account): boolean {
  const wanted = session.showWorkbookChat ?? account?.embedding?.showWorkbookChat ?? true;
  return wanted && allowsAi(session, account);
}

/** Whether authors add texts by AI to dashboards and change them, by the same rule. */
export function writesAiWidgets(session: EmbedSessionSettings, account: Account): boolean {
  const wanted = session.showAiWidgets ?? account?.embedding?.showAiWidgets ?? true;
  return wanted && allowsAi(session, account);
}
