import { serverBrands } from '@oriel/contract/brand';
import {
  brands,
  createEmbedPort,
  findHostOrigin,
  parseUrlControls,
  resolveLocale,
  type EmbedAction,
  type EmbedPort,
} from '@oriel/embed';
import { loadCharts } from '../dashboard/chart-library.ts';
import {
  allowsField,
  allowsGranularity,
  memberOf,
  publishedStateOf,
  type ControlState,
} from '@oriel/dashboard/control-states';
import { createDashboardStore, type DashboardStore } from '../dashboard/dashboard-store.ts';
import type { Outage } from '../dashboard/problems.ts';
import { sessionEnglish } from '../messages/session-english.ts';
import { pageConfig } from '../page-config.ts';
import { createRunBatch } from '../query/load-batch.ts';
import { loadMemberTypes } from '../query/load-member-types.ts';
import {
  applyLocale,
  applyScheme,
  applyTheme,
  shownLocale,
  shownScheme,
  watchScheme,
  type SchemeChoice,
} from './appearance.ts';
import { resolveLanguage, resolveTimezone, unknownLocale, type PreferenceProblem } from './preferences.ts';
import { openSession, SessionError, type OpenedSession } from './session.ts';
import { writeControlsToUrl } from './url-state.ts';
import '../dashboard/tokens.css';
import './page.css';

/**
 * The embedded dashboard: one session, one dashboard, one batch of queries, and the protocol with the host. This entry
 * asks for the session, and then for the rows, before the libraries that draw them have come: keep it small.
 */
const mountedAt = performance.now();
const address = new URL(window.location.href);
const publicId = decodeURIComponent(address.pathname.split('/').at(-1) ?? '');
const config = pageConfig();

const host = findHostOrigin(window, config.allowedOrigins ?? []);
const isFramed = window.parent !== window;
let store: DashboardStore | undefined;
let account: OpenedSession['account'];
let scheme: SchemeChoice = 'auto';
let themeRevision = 0;

const port: EmbedPort = createEmbedPort({
  surface: 'dashboard',
  brand: brands[config.brand ?? 'svc'],
  hostOrigin: isFramed ? host.origin : undefined,
  window,
  parent: window.parent,
  onAction: perform,
  // oxlint-disable-next-line no-console -- developers of the host page look here
  onProblem: (problem) => console.warn(`Oriel: ${problem}`),
});
const view = import('./render-dashboard.tsx');
void loadCharts();
applyLocale(resolveLanguage({ address: address.searchParams, session: {}, account: undefined }).language);
scheme = applyScheme('auto');
watchScheme(() => {
  scheme = applyScheme(scheme);
  redraw();
});

void start();

async function start(): Promise<void> {
  try {
    const brand = serverBrands[config.brand ?? 'svc'];
    const opened = await openSession(address.searchParams.get('session'), publicId, brand);
    const problems = opened.theme ? applyTheme(opened.theme) : [];
    show(opened);
    for (const message of problems) tellProblem({ context: 'session', message });
  } catch (error) {
    const problem = error instanceof SessionError ? error.problem : 'down';
    const message = await sessionText(problem);
    // Nothing is wrong yet: the host hears of it by `ready`.
    if (problem === 'signIn') return showSignIn(message);
    showProblem(message);
    port.emit('error', { message, name: 'SessionError', context: 'session', fatal: true });
  }
}

function show(opened: OpenedSession): void {
  const { dashboard, headers, mode, embedTenant, userAttributes, settings } = opened;
  ({ account } = opened);
  const sources = { address: address.searchParams, session: settings, account };
  const { timezone, problems } = resolveTimezone(sources);
  const { language, problems: localeProblems } = resolveLanguage(sources);
  applyLocale(language);
  document.title = dashboard.title ?? document.title;
  const controls = parseUrlControls(address.search);
  const filters = new Map<string, ControlState>(
    controls.filters.map(({ member, type, value }) => [
      member,
      { operator: type ?? 'equals', value: value ?? null },
    ]),
  );
  const grains = new Map(controls.granularities.map(({ member, granularity }) => [member, granularity]));
  const fields = new Map(controls.fields.map(({ member, selected }) => [member, selected]));
  const access = {
    deploymentUrl: `/deployments/${dashboard.deploymentId}`,
    headers,
  };
  store = createDashboardStore({
    dashboard,
    runBatch: createRunBatch(access),
    loadMemberTypes: () => loadMemberTypes(access),
    initial: {
      filters,
      grains,
      fields,
      attributes: userAttributes,
      timezone,
    },
    onLoaded: (widgetCount) => {
      // For programs that draw the page, such as the server's own pictures.
      document.documentElement.dataset['loaded'] = 'true';
      port.emit('dashboard-loaded', {
        publicId,
        widgetCount,
        loadDurationMs: Math.round(performance.now() - mountedAt),
      });
    },
    onError: (message) => port.emit('error', { message, name: 'QueryError', context: 'query', fatal: false }),
    onOutage: tellOutage,
    onControlsChanged: () => store && writeControlsToUrl(store),
  });
  port.ready({
    embedTenant,
    deploymentId: dashboard.deploymentId,
    mode,
    publicId,
  });
  for (const message of controls.problems) tellProblem({ context: 'address', message });
  for (const problem of [...problems, ...localeProblems]) tellProblem(problem);
  port.emit('view', { path: address.pathname, publicId, ...(dashboard.title && { title: dashboard.title }) });
  store.start();
  redraw();
}

/** A parameter of the address, or a setting of the session, was left out because it cannot be used. */
function tellProblem({ context, message }: PreferenceProblem): void {
  const name = context === 'address' ? 'EmbedAddressError' : 'EmbedSettingError';
  port.emit('error', { message, name, context, fatal: false });
}

/** A value of an action was left out because it cannot be used. */
function tellAction(message: string): void {
  port.emit('error', { message, name: 'EmbedActionError', context: 'action', fatal: false });
}

function tellOutage(outage: Outage): void {
  if (outage === 'expired') return port.emit('session-expired', {});
  const message = outage === 'unreachable' ? 'The server cannot be reached' : 'The queries are refused';
  port.emit('error', { message, name: 'ConnectionError', context: 'connection', fatal: false });
}

function redraw(): void {
  if (!store) return;
  themeRevision += 1;
  const props = {
    store,
    allowExport: address.searchParams.get('allowExport') === 'true' && !store.dashboard.restrictDataDownload,
    scheme: shownScheme(),
    locale: shownLocale(),
    account,
    themeKey: String(themeRevision),
    onDrilldown: drilldown,
    onDownload: download,
  };
  view.then(
    ({ renderDashboard }) => renderDashboard(props),
    () => showProblem(sessionEnglish.down),
  );
}

function drilldown({ member, value, widgetId }: { member: string; value: unknown; widgetId: string }): void {
  port.emit('drilldown', {
    member,
    widgetId,
    ...(value !== undefined && { value: value as string | number | boolean | null }),
  });
}

function download({
  widgetId,
  title,
  rowCount,
}: {
  widgetId: string;
  title: string;
  rowCount: number;
}): void {
  port.emit('download', { format: 'csv', target: 'widget', widgetId, title, rowCount });
}

/** Carries out what the host asks for; the port has checked its form. */
function perform(action: EmbedAction): void {
  switch (action.type) {
    case 'set-color-scheme':
      scheme = applyScheme(action.payload.scheme);
      return redraw();
    case 'set-theme':
      applyTheme(action.payload).forEach(tellAction);
      return redraw();
    case 'set-timezone':
      return store?.setTimezone(action.payload.timezone);
    case 'set-locale':
      return setLocale(action.payload.locale);
    case 'refresh':
      return store?.refresh();
    case 'set-filter':
      return setFilters(action.payload.filterUrlParameter);
    default:
      throw new Error(`${action.type} means nothing on a dashboard`);
  }
}

/** A language that is not shipped changes nothing, and the host is told. */
function setLocale(tag: string): void {
  if (resolveLocale(tag) === undefined) return tellAction(unknownLocale(tag));
  applyLocale(tag);
  redraw();
}

function setFilters(parameter: string): void {
  if (!store) return;
  const { filters, granularities, fields, cleared } = parseUrlControls(parameter, { onlyControls: true });
  const states = new Map<string, ControlState>();
  for (const widget of store.widgets) {
    const member = memberOf(widget);
    const filter = filters.find((entry) => entry.member === member);
    const grain = granularities.find((entry) => entry.member === member);
    if (widget.type === 'FILTER' && filter)
      states.set(widget.id, { operator: filter.type ?? 'equals', value: filter.value ?? null });
    if (widget.type === 'FILTER' && cleared.includes(member))
      states.set(widget.id, { ...publishedStateOf(widget), value: null });
    if (widget.type === 'TIME_GRAIN' && grain && allowsGranularity(widget, grain.granularity))
      states.set(widget.id, { operator: 'equals', value: grain.granularity });
    const field = fields.find((entry) => entry.member === member);
    if (widget.type === 'FIELD' && field && allowsField(widget, field.selected))
      states.set(widget.id, { operator: 'equals', value: field.selected });
  }
  store.setControls(states);
}

/** The text of a problem in the page's language; in English where the texts cannot be loaded. */
async function sessionText(problem: keyof typeof sessionEnglish): Promise<string> {
  return view.then(
    (loaded) => loaded.sessionText(problem, shownLocale()),
    () => sessionEnglish[problem],
  );
}

/** Signing in is for a window of its own, for no page may frame the console; who comes back from there is looked for again. */
async function showSignIn(message: string): Promise<void> {
  const [signIn, again, ownWindow] = await Promise.all([
    sessionText('signInLink'),
    sessionText('again'),
    sessionText('ownWindow'),
  ]);
  showProblem(message);
  const retry = new AbortController();
  const restart = () => {
    retry.abort();
    void start();
  };
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: again });
  button.addEventListener('click', restart, { signal: retry.signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && restart(), {
    signal: retry.signal,
  });
  const actions = Object.assign(document.createElement('p'), { className: 'sign-in' });
  actions.append(windowLink('/sign-in', signIn), button);
  if (isFramed) actions.append(windowLink(address.pathname, ownWindow));
  document.querySelector('#root')?.append(actions);
}

function windowLink(href: string, textContent: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, textContent, target: '_blank', rel: 'noopener' });
}

function showProblem(message: string): void {
  const element = document.querySelector('#root');
  const text = Object.assign(document.createElement('p'), { textContent: message });
  text.setAttribute('role', 'alert');
  element?.replaceChildren(text);
}
