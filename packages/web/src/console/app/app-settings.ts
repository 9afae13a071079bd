import type { AppConfigResponse, EmbedSessionSettings } from '@oriel/contract';
import { DEFAULT_WORKSPACE_TITLE } from '@oriel/contract/app-config-sections';
import type { ShippedLocale } from '@oriel/embed';
import { showsWorkbookChat, writesAiWidgets } from '../../chat/ai-settings.ts';
import type { SurfaceParts } from '../surface/surface.ts';

/** What an embedded application shows by. */
interface AppSettings {
  /** Parameters of the address that the host loaded; they hold for the life of the embed. */
  address: URLSearchParams;
  /** Settings of the session. */
  session: EmbedSessionSettings;
  /** What the account says; undefined where it could not be asked. */
  account: Pick<AppConfigResponse, 'creatorMode' | 'embedding' | 'restrictDataDownload'> | undefined;
}

/**
 * The parts that an embedded application has. A parameter of the address hides by exactly `false`, and grants by
 * exactly `true`; `showDashboardHeader=false` hides what the others are about as well.
 */
export function partsOf({ address, session, account }: AppSettings): SurfaceParts {
  const isHidden = (name: string) => address.get(name) === 'false';
  const header = !isHidden('showDashboardHeader');
  return {
    share: session.showWorkbookShare !== false,
    query: account?.creatorMode?.showSemanticSql !== false,
    // It names tables and columns of the source.
    generatedSql: account?.creatorMode?.showGeneratedSql === true,
    memberNames: session.showMemberNames !== false,
    groupByCube: session.showGroupByCube !== false,
    dashboardHeader: header,
    dashboardBackButton: header && !isHidden('showDashboardBackButton'),
    dashboardTitle: header && !isHidden('showDashboardTitle'),
    dashboardEditButton: header && !isHidden('showDashboardEditButton'),
    dashboardDuplicateButton: header && !isHidden('showDashboardDuplicateButton'),
    workbookBackButton: !isHidden('showWorkbookBackButton'),
    dashboardSettings: session.showDashboardSettings !== false,
    aiWidgets: writesAiWidgets(session, account),
    exportMenu: !isHidden('showDashboardExportMenu'),
    export:
      address.get('allowExport') === 'true' &&
      session.allowExport !== false &&
      account?.restrictDataDownload !== true,
    chat: showsWorkbookChat(session, account),
  };
}

/**
 * The name of the workspace in a language: that of exactly the locale, else of a locale of the same language, else the
 * plain one. Null where none is to be shown, undefined where the account names none: each language has a word of its
 * own then.
 */
export function workspaceTitleOf(
  account: AppSettings['account'],
  locale: ShippedLocale,
): string | null | undefined {
  const { showWorkspaceTitle, workspaceTitle, localizedTitles } = account?.creatorMode ?? {};
  if (showWorkspaceTitle === false) return null;
  const languageOf = (tag: string) => tag.split('-')[0]?.toLowerCase();
  const titles = localizedTitles ?? [];
  const found =
    titles.find((title) => title.locale.toLowerCase() === locale.toLowerCase()) ??
    titles.find((title) => languageOf(title.locale) === languageOf(locale));
  const plain = workspaceTitle?.trim();
  return found?.value.trim() || (plain === DEFAULT_WORKSPACE_TITLE ? undefined : plain) || undefined;
}
