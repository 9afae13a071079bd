import { coded, type EmbedErrorCode } from '@oriel/embed';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { createAppRouter } from '../../console/app/app-router.tsx';
import { partsOf, workspaceTitleOf } from '../../console/app/app-settings.ts';
import { Application } from '../../console/app/application.tsx';
import { pauseQueriesWithoutServer, sendBy } from '../../console/connection/server-connection.ts';
import { createConsoleQueryClient } from '../../console/api/session.ts';
import { consoleSurface, type ConsoleSurface } from '../../console/surface/surface.ts';
import { userStorage } from '../../console/storage/user-storage.ts';
import { loadChatTexts } from '../../messages/chat-texts.ts';
import { loadAppTexts } from '../../messages/console-texts.ts';
import { loadDashboardTexts } from '../../messages/dashboard-texts.ts';
import { pageConfig } from '../../page/page-config.ts';
import '../../console/look/global.css';
import { createAppHistory } from './app-history.ts';
import { createControlActions } from '../dashboard/dashboard-actions.ts';
import { downloadOf } from '../surface/download-event.ts';
import { createPageEvents } from '../surface/page-events.ts';
import { SessionError, type SurfaceSession } from '../session/session.ts';
import type { EmbeddedSurface, SurfaceAction, SurfaceModule } from '../surface/surface.ts';

/** The workspace of an embed tenant: the console's own rooms, under the rights of the session. */
export const appSurface: SurfaceModule<AppAddress> = { load, mount };

/** Where the application is. */
interface AppAddress {
  deploymentId: number;
  /** The path of the application itself, such as `/embed/d/42/app`. */
  basepath: string;
}

async function load(session: SurfaceSession, { pathname }: URL): Promise<AppAddress> {
  const [basepath, id] = /^\/embed\/d\/([1-9]\d{0,9})\/app(?=\/|$)/.exec(pathname) ?? [];
  if (basepath === undefined) throw new SessionError('notFound', 'page_not_found');
  // Without a session nobody is there; signing in by oneself is for the console.
  if (session.mode !== 'signed') throw new SessionError('noSession');
  if (!session.creatorMode) throw new SessionError('refused', 'creator_mode_required');
  if (session.deploymentId !== Number(id)) throw new SessionError('refused', 'deployment_mismatch');
  return { deploymentId: Number(id), basepath };
}

function mount(embedded: EmbeddedSurface, { deploymentId, basepath }: AppAddress): void {
  const { session, preferences, account, address, emit } = embedded;
  const { styleNonce = '' } = pageConfig();
  // An open dialog keeps the page behind it from scrolling by a style element of a library.
  setNonce(styleNonce);
  sendBy(session.fetch);
  // Only signed sessions get here, and each names its viewer.
  userStorage.enter({ kind: 'viewer', id: session.viewer ?? '' });
  pauseQueriesWithoutServer();
  const router = createAppRouter(basepath, createAppHistory(address));
  const queryClient = createConsoleQueryClient(() => undefined);
  const refreshed = new Set<() => void>();
  const events = createPageEvents({ basepath, emit });
  router.subscribe('onResolved', ({ toLocation }) =>
    events.arrive(toLocation.pathname, { isResolved: true }),
  );
  let actOnDashboard: ReturnType<typeof createControlActions> | undefined;
  const fixed: Pick<
    ConsoleSurface,
    'onRefresh' | 'onPage' | 'onQuestion' | 'onDashboard' | 'onControls' | 'onDownload' | 'onProblem'
  > = {
    onRefresh(listener) {
      refreshed.add(listener);
      return () => refreshed.delete(listener);
    },
    onPage: events.show,
    onQuestion: (question) => emit('ai-query', question),
    onDashboard(store) {
      actOnDashboard = store && createControlActions(store, emit);
    },
    onControls: (state) => emit('filter-changed', { state }),
    onDownload: (file) => emit('download', downloadOf(file)),
    onProblem: (problem) =>
      emit('error', {
        ...problem,
        fatal: false,
        ...coded(codesByContext[problem.context] ?? 'drawing_failed'),
      }),
  };
  const surfaceOf = (): ConsoleSurface => ({
    ...consoleSurface,
    ...fixed,
    kind: 'app',
    deploymentId,
    embedTenant: session.embedTenant ?? undefined,
    viewer: session.viewer,
    permissions: ['AIBIExplore', 'DownloadData'],
    workspaceTitle: workspaceTitleOf(account, preferences.locale),
    locale: preferences.locale,
    timezone: preferences.timezone,
    timezoneOf: preferences.timezoneOf,
    shows: partsOf({ address: address.searchParams, session: session.settings, account }),
  });
  const element = document.querySelector('#root');
  if (!element) throw new Error('The page has no root element');
  const root = createRoot(element);
  const draw = async () => {
    const { locale, scheme } = preferences;
    // In English where the texts of a language cannot be loaded.
    await Promise.all([loadAppTexts(locale), loadChatTexts(locale), loadDashboardTexts(locale)]).catch(
      () => undefined,
    );
    if (locale !== preferences.locale) return;
    root.render(
      <Application
        router={router}
        queryClient={queryClient}
        surface={surfaceOf()}
        locale={locale}
        nonce={styleNonce}
        account={account}
        scheme={scheme}
        host={hostLook()}
        onBroken={({ name, message }) =>
          emit('error', { name, message, context: 'embed-render', fatal: true, ...coded('drawing_failed') })
        }
      />,
    );
  };
  preferences.subscribe(() => void draw());
  // The settings of another session may show other parts.
  session.onRenewed(() => void draw());
  const perform = (action: SurfaceAction) => {
    switch (action.type) {
      case 'refresh':
        void queryClient.invalidateQueries();
        return refreshed.forEach((refresh) => refresh());
      case 'navigate':
        return go(action.payload.path);
      case 'set-filter':
      case 'get-state':
      case 'set-state':
        if (!actOnDashboard)
          throw new Error(`${action.type} is about a dashboard: navigate to one first, none is shown`);
        return actOnDashboard(action);
    }
  };
  /** @throws for a path outside the application, which a host may not lead to */
  const go = (path: string) => {
    const to = new URL(path, address);
    const isInside = to.pathname === basepath || to.pathname.startsWith(`${basepath}/`);
    if (to.origin !== address.origin || !isInside)
      throw new Error(`navigate takes a path below ${basepath}, not ${JSON.stringify(path)}`);
    events.lead(to.pathname.slice(basepath.length) || '/');
    router.history.push(`${to.pathname}${to.search}`);
  };
  embedded.ready({ deploymentId }, perform);
  void draw();
}

/** What goes wrong in the rooms, by where. */
const codesByContext: Readonly<Record<string, EmbedErrorCode>> = {
  query: 'query_failed',
  connection: 'server_unreachable',
  'embed-render': 'drawing_failed',
};

/** What the host's theme says, as the entry has written it on the page. */
function hostLook() {
  const { style } = document.documentElement;
  const read = (name: string) => style.getPropertyValue(name);
  return { accent: read('--host-accent'), font: read('--host-font'), radius: read('--host-radius') };
}
