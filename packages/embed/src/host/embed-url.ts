import {
  serializeUrlControls,
  type UrlField,
  type UrlFilter,
  type UrlGranularity,
  type UrlTab,
} from '../protocol/url-controls.ts';

/**
 * Parts that an address hides, by surface. What is granted to nobody else cannot be shown by `true`, which is the
 * default.
 */
const hideable = {
  dashboard: ['showDashboardExportMenu', 'showDashboardHeader', 'showDashboardTitle'],
  app: [
    'showDashboardExportMenu',
    'showDashboardHeader',
    'showDashboardTitle',
    'showDashboardBackButton',
    'showDashboardEditButton',
    'showDashboardDuplicateButton',
    'showWorkbookBackButton',
  ],
  chat: ['showNewChat', 'showChatInput', 'showChatHistory'],
} as const;

/** False hides the part. */
type Hideable<S extends keyof typeof hideable> = { [Name in (typeof hideable)[S][number]]?: boolean };

interface CommonUrlOptions {
  /** Address of the server, such as `https://analytics.example.com`; a path in it is kept. */
  baseUrl: string;
  /**
   * Fresh session id; it works once, within five minutes. Absent: the visitor signs in, which the application has no
   * way for.
   */
  session?: string;
  /** Language of the interface, such as `de-DE`. */
  locale?: string;
  /** `light`, `dark`, or `auto`: as the viewer's system, which is the default. */
  colorScheme?: 'light' | 'dark' | 'auto';
  /** IANA zone of the queries. */
  timezone?: string;
}

/** What {@link embedUrl} needs for each kind of surface. */
export type EmbedUrlOptions = CommonUrlOptions &
  (
    | ({
        surface: 'dashboard';
        publicId: string;
        filters?: readonly UrlFilter[];
        granularities?: readonly UrlGranularity[];
        /** Members to show in the place of others, where a field switcher offers them. */
        fields?: readonly UrlField[];
        /** Tabs to open in place of the first of their containers. */
        tabs?: readonly UrlTab[];
        /** The comment that the viewer has come for, as the link of a mail names it. The panel opens at it. */
        commentId?: number | string | null;
        /** Lets the viewer download. Default false. */
        allowExport?: boolean;
      } & Hideable<'dashboard'>)
    | ({
        surface: 'app';
        session: string;
        deploymentId: number;
        /** Page to open first, such as `workbook/130`. Default: the home page. */
        path?: string;
        /** Lets the viewer download. Default false. */
        allowExport?: boolean;
      } & Hideable<'app'>)
    | ({
        surface: 'chat';
        /** Of a viewer who signs in: the deployment that is asked. Default: their first. A session names its own. */
        deploymentId?: number;
        /** The chat to open, as `view` and `ai-query` name it. Default: a new one. */
        chatId?: string | null;
      } & Hideable<'chat'>)
  );

/**
 * The address to give to the iframe. Every part is encoded; options that are absent leave no trace.
 *
 * @throws {TypeError} the application without a session, such as where a back end has answered with an error
 */
export function embedUrl(options: EmbedUrlOptions): string {
  if (options.surface === 'app' && !options.session)
    throw new TypeError(
      'The application needs a session: nobody signs in there. Look at what your back end was answered.',
    );
  const query = new URLSearchParams();
  // The chat has another name for the same parameter: the protocol's, not ours to even out.
  if (options.session !== undefined)
    query.set(options.surface === 'chat' ? 'sessionId' : 'session', options.session);
  if (options.locale !== undefined) query.set('locale', options.locale);
  if (options.colorScheme !== undefined) query.set('colorScheme', options.colorScheme);
  if (options.timezone !== undefined) query.set('timezone', options.timezone);
  if (options.surface !== 'chat' && options.allowExport) query.set('allowExport', 'true');
  if (options.surface === 'chat' && options.session === undefined && options.deploymentId !== undefined)
    query.set('deploymentId', String(options.deploymentId));
  for (const name of hideable[options.surface])
    if ((options as Partial<Record<typeof name, boolean>>)[name] === false) query.set(name, 'false');
  if (options.surface === 'dashboard' && options.commentId != null)
    query.set('commentId', String(options.commentId));
  const controls = options.surface === 'dashboard' ? serializeUrlControls(options) : '';
  const search = [query.toString(), controls].filter((part) => part !== '').join('&');
  return `${options.baseUrl.replace(/\/+$/, '')}${surfacePath(options)}${search === '' ? '' : `?${search}`}`;
}

function surfacePath(options: EmbedUrlOptions): string {
  switch (options.surface) {
    case 'dashboard':
      return `/embed/dashboard/${encodeURIComponent(options.publicId)}`;
    case 'app': {
      const segments = (options.path ?? '').split('/').filter((segment) => segment !== '');
      return ['/embed/d', options.deploymentId, 'app', ...segments.map(encodeURIComponent)].join('/');
    }
    case 'chat':
      return options.chatId == null ? '/embed/chat' : `/embed/chat/${encodeURIComponent(options.chatId)}`;
  }
}
