import type { CompiledCharts, Dashboard } from '@oriel/contract';
import { coded, parseUrlControls, type EmbedErrorCode } from '@oriel/embed';
import { loadCharts } from '../../dashboard/charts/chart-library.ts';
import { takeCompiledCharts } from '../../dashboard/charts/compiled-charts.ts';
import { createDashboardStore, type DashboardStore } from '../../dashboard/store/dashboard-store.ts';
import type { ExportedFile } from '../../dashboard/store/export-file.ts';
import type { Outage } from '../../dashboard/store/problems.ts';
import { isPrinted, pageConfig } from '../../page/page-config.ts';
import { discardBody } from '../../query/discard-body.ts';
import { createRunBatch } from '../../query/load-batch.ts';
import { createRunPython } from '../../query/python-runs.ts';
import { loadMemberTypes } from '../../query/load-member-types.ts';
import { showsDashboardChat } from '../../chat/ai-settings.ts';
import { showsComments } from './comment-settings.ts';
import type { OpenChat } from './dashboard-chat.tsx';
import { createControlActions, goTo } from './dashboard-actions.ts';
import { downloadOf } from '../surface/download-event.ts';
import { createPageEvents } from '../surface/page-events.ts';
import { pageReady } from '../surface/page-ready.ts';
import { showProblem } from '../session/problem-page.ts';
import { SessionError, type SessionProblem, type SurfaceSession } from '../session/session.ts';
import type { EmbeddedSurface, SurfaceAction, SurfaceModule } from '../surface/surface.ts';
import { initialOf, stateOf, writeStateToUrl } from '../../dashboard/store/url-state.ts';

// This module asks for the rows before the libraries that draw them have come: keep it small. Their sheets are those of
// the page.
const view = pageReady.then(() => import('./render-dashboard.tsx'));
void pageReady.then(loadCharts);

/** One published dashboard: one batch of queries, and what its viewer does with it. */
export const dashboardSurface: SurfaceModule<Dashboard> = { load: loadDashboard, mount };

const publicIdOf = (address: URL) => decodeURIComponent(address.pathname.split('/').at(-1) ?? '');

const pathOf = (address: URL) => `/api/v1/embed/dashboard/${encodeURIComponent(publicIdOf(address))}`;

async function loadDashboard(session: SurfaceSession, address: URL): Promise<Dashboard> {
  const path = pathOf(address);
  takeCompiledCharts(loadCompiledCharts(session, path));
  const answer = await session.request(path);
  if (answer.status === 401) throw new SessionError(session.mode === 'signed' ? 'used' : 'signIn');
  const refusal = await refusalOf(answer);
  if (refusal) throw new SessionError(...refusal);
  if (!answer.ok) throw new SessionError('down');
  return (await answer.json()) as Dashboard;
}

/** Why the viewer is not shown the dashboard; undefined for any other answer. */
async function refusalOf(answer: Response): Promise<Refusal | undefined> {
  if (answer.status !== 403 && answer.status !== 404) return undefined;
  const { code = '' } = (await answer.json().catch(() => ({}))) as { code?: string };
  return (
    refusals[code] ?? (answer.status === 403 ? ['refused', 'access_refused'] : ['notFound', 'page_not_found'])
  );
}

/** What the viewer reads, and what the host's developer is told. */
type Refusal = readonly [problem: SessionProblem, code: EmbedErrorCode];

/** What any answer may say of the dashboard while it is open: it is taken from the page then. */
const refusals: Readonly<Record<string, Refusal>> = {
  dashboard_not_found: ['notFound', 'dashboard_not_found'],
  embedding_not_allowed: ['refused', 'embedding_not_allowed'],
};

/** Has the server say whether the viewer may still see the dashboard, also where it has no charts. */
async function checkAccess({ session, address }: EmbeddedSurface): Promise<void> {
  // A server that does not answer is told of by the queries.
  const answer = await session.request(pathOf(address)).catch(() => undefined);
  if (answer) discardBody(answer);
}

/** The server answers in bounded time, with what it has by then. */
async function loadCompiledCharts(
  session: SurfaceSession,
  path: string,
): Promise<CompiledCharts | undefined> {
  const answer = await session.request(`${path}/compiled-charts`);
  return answer.ok ? ((await answer.json()) as CompiledCharts) : undefined;
}

function mount(surface: EmbeddedSurface, dashboard: Dashboard): void {
  const { address, preferences, emit } = surface;
  const publicId = publicIdOf(address);
  document.title = dashboard.title ?? document.title;
  const controls = parseUrlControls(address.search);
  const store = createStore(surface, dashboard, controls);
  const redraw = createRedraw(surface, store);
  preferences.subscribe((change) => {
    if (change === 'timezone') store.setTimezone(preferences.timezoneOf(dashboard));
    else redraw();
  });
  surface.session.onRenewed(() => store.reconnect());
  surface.session.onRefused((code) => {
    const refusal = refusals[code];
    if (refusal) surface.fail(...refusal);
  });
  surface.session.onMissed(() => store.markExpired());
  const pages = createPageEvents({ basepath: address.pathname, emit, about: { publicId } });
  const act = createControlActions(store, emit);
  const perform = (action: SurfaceAction): void | Promise<void> => {
    switch (action.type) {
      case 'refresh':
        void checkAccess(surface);
        return store.refresh();
      case 'navigate':
        goTo(store, action.payload.path, address);
        pages.lead('/');
        return pages.arrive('/');
      default:
        return act(action);
    }
  };
  surface.ready({ deploymentId: dashboard.deploymentId, publicId }, perform);
  for (const message of controls.problems)
    emit('error', {
      message,
      name: 'EmbedAddressError',
      context: 'address',
      fatal: false,
      ...coded('address_unusable'),
    });
  pages.show('/', dashboard.title);
  store.start();
  redraw();
  // A dashboard is whole without it.
  offerBeside(surface, store, (openChat) => redraw({ openChat })).catch(() => undefined);
}

function createStore(
  { address, mountedAt, session, preferences, emit }: EmbeddedSurface,
  dashboard: Dashboard,
  controls: ReturnType<typeof parseUrlControls>,
): DashboardStore {
  const deploymentUrl = `/deployments/${dashboard.deploymentId}`;
  // It was read a moment before its first rows are asked for.
  let isOpened = false;
  const shownOn = () => (isOpened ? dashboard.publicId : undefined);
  const store: DashboardStore = createDashboardStore({
    dashboard,
    runBatch: createRunBatch({ deploymentUrl, fetch: session.request, shownOn }),
    runDetails: createRunBatch({ deploymentUrl, fetch: session.fetch, shownOn }),
    runPython: createRunPython({ publicId: dashboard.publicId, fetch: session.request }),
    loadMemberTypes: () => loadMemberTypes({ deploymentUrl, fetch: session.fetch }),
    initial: {
      ...initialOf(controls),
      attributes: session.userAttributes,
      timezone: preferences.timezoneOf(dashboard),
    },
    drawsAllTabs: isPrinted(),
    onLoaded: (widgetCount) => {
      // For programs that draw the page, such as the server's own pictures.
      document.documentElement.dataset['loaded'] = 'true';
      isOpened = true;
      const loadDurationMs = Math.round(performance.now() - mountedAt);
      emit('dashboard-loaded', { publicId: publicIdOf(address), widgetCount, loadDurationMs });
    },
    onError: (message) =>
      emit('error', {
        message,
        name: 'QueryError',
        context: 'query',
        fatal: false,
        ...coded('query_failed'),
      }),
    // The host hears from the session itself that it is over.
    onOutage: (outage) => (outage === 'expired' ? session.expire() : tellOutage(emit, outage)),
    onControlsChanged() {
      const state = stateOf(store);
      if (state === told) return;
      told = state;
      writeStateToUrl(stateOf(store, { ofControls: true }));
      emit('filter-changed', { state });
    },
  });
  let told = stateOf(store);
  return store;
}

/** What stands beside a dashboard is loaded when that has been drawn. */
async function offerBeside(
  surface: EmbeddedSurface,
  store: DashboardStore,
  onChat: (openChat: OpenChat) => void,
): Promise<void> {
  const { session, account } = surface;
  if (!showsDashboardChat(session.settings, account) && !showsComments(session, account)) return;
  await store.whenLoaded();
  const { offerPanels } = await import('./dashboard-panels.ts');
  offerPanels(surface, store, onChat);
}

function tellOutage(emit: EmbeddedSurface['emit'], outage: Exclude<Outage, 'expired'>): void {
  const [message, code] = wordsOf(outage);
  emit('error', { message, name: 'ConnectionError', context: 'connection', fatal: false, ...coded(code) });
}

/** What the host hears, for its developers. */
function wordsOf(outage: Exclude<Outage, 'expired'>): [message: string, code: EmbedErrorCode] {
  switch (outage) {
    case 'unreachable':
      return ['The server cannot be reached', 'server_unreachable'];
    case 'refused':
      return ['The queries are refused', 'queries_refused'];
    case 'missing':
      return ['The deployment has no data model, or not the branch of the session', 'model_missing'];
    default:
      return outage satisfies never;
  }
}

/** Draws the dashboard as the preferences are now; a chat beside it changes no colours. */
function createRedraw(
  surface: EmbeddedSurface,
  store: DashboardStore,
): (chat?: { readonly openChat: OpenChat }) => void {
  const { address, account, preferences, session, emit } = surface;
  const isHidden = (name: string) => address.searchParams.get(name) === 'false';
  let themeRevision = 0;
  let openChat: OpenChat | undefined;
  return (chat) => {
    if (chat) ({ openChat } = chat);
    else themeRevision += 1;
    const { locale, scheme } = preferences;
    const props = {
      store,
      allowExport:
        address.searchParams.get('allowExport') === 'true' && !store.dashboard.restrictDataDownload,
      scheme,
      locale,
      account,
      themeKey: String(themeRevision),
      onDrilldown: ({ member, value, widgetId }: { member: string; value: unknown; widgetId: string }) =>
        emit('drilldown', {
          member,
          widgetId,
          ...(value !== undefined && { value: value as string | number | boolean | null }),
        }),
      surface,
      onAppFailed: (message: string, fatal: boolean) =>
        emit('error', { message, name: 'AppError', context: 'app', fatal, ...coded('app_failed') }),
      canDraw: pageConfig().draws === true,
      showsExportMenu: !isHidden('showDashboardExportMenu'),
      showsTitle: !isHidden('showDashboardHeader') && !isHidden('showDashboardTitle'),
      request: session.fetch,
      openChat,
      onDownload: (file: ExportedFile) => emit('download', downloadOf(file)),
    };
    view.then(
      ({ renderDashboard }) => renderDashboard(props),
      () => showProblem('down', locale),
    );
  };
}
