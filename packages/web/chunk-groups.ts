import { join } from 'node:path';
import type { Rolldown } from 'vite';

// Which modules share a file of the build. A browser asks for each file by itself, and over a network a small one takes
// as long as one of fifty kilobytes: so what a surface is certain to need comes in few files, and what one page of many
// needs in a file of that page.

/** The paths below that no module has had so far. */
const unmet = new Set<string>();

/** Modules by the ends or folders of their paths, with what they import. A path that none has fails the build. */
function modules(...paths: string[]): (id: string) => boolean {
  for (const path of paths) unmet.add(path);
  return (id) => {
    const met = paths.find((path) => id.replaceAll('\\', '/').includes(path));
    if (met !== undefined) unmet.delete(met);
    return met !== undefined;
  };
}

/** What asks for the rows of a dashboard, and talks to its host. */
const DASHBOARD_DATA = modules(
  'packages/embed/src/',
  'contract/src/values/brand.ts',
  'contract/src/values/css-value.ts',
  'contract/src/limits.ts',
  'contract/src/values/locale.ts',
  'web/src/page/page-config.ts',
  'web/src/embed/surface/page-ready.ts',
  'web/src/query/load-batch.ts',
  'web/src/query/load-member-types.ts',
  'web/src/query/python-runs.ts',
  'web/src/chat/ai-settings.ts',
  'web/src/messages/dashboard-languages/index.ts',
  'web/src/messages/language.ts',
  'web/src/messages/translation/translation-loader.ts',
  'web/src/messages/english/session-english.ts',
  'web/src/dashboard/charts/chart-compiler-library.ts',
  'web/src/dashboard/charts/chart-library.ts',
  'web/src/dashboard/charts/compiled-charts.ts',
  'web/src/dashboard/store/dashboard-store.ts',
  'web/src/dashboard/elements/load-once.ts',
  'web/src/dashboard/store/url-state.ts',
  'web/src/dashboard/look/tokens.css',
  'web/src/dashboard/filters/member-types.ts',
  'web/src/embed/dashboard/comment-settings.ts',
  'web/src/embed/session/session.ts',
  'web/src/embed/session/token-claims.ts',
  'web/src/embed/surface/download-event.ts',
  'web/src/embed/surface/page-events.ts',
  'web/src/embed/session/problem-page.ts',
);

/** What the console begins with, too. */
const TEXTS = modules('web/src/messages/texts.ts', 'web/src/messages/dashboard-texts.ts');
const LOOK = modules(
  'dashboard/src/look/account-look.ts',
  'web/src/dashboard/look/account-appearance.ts',
  'web/src/dashboard/look/chart-palettes.ts',
  'web/src/dashboard/look/look.module.css',
  'web/src/dashboard/look/skeleton.tsx',
);

/** What draws a dashboard but for the charts; widgets that few dashboards have are loaded when one is met. */
const DASHBOARD_DRAWING = modules(
  'web/src/dashboard/dashboard-view.tsx',
  'web/src/dashboard/reports/report-body.tsx',
  'web/src/embed/dashboard/render-dashboard.tsx',
  'web/src/dashboard/elements/side-panel.tsx',
  'web/src/dashboard/elements/side-panels.ts',
  'web/src/chat/chat-offer.ts',
);

/** What tables, figures and charts share: without it, a table would wait for the charts. */
const FORMATS = modules(
  'contract/src/documents/chart-document.ts',
  'dashboard/src/results/number-format.ts',
  'dashboard/src/look/palettes.ts',
  'dashboard/src/results/shown-columns.ts',
  'web/src/dashboard/formats/chart-fields.ts',
  'web/src/dashboard/formats/format.ts',
  'web/src/dashboard/formats/partial-buckets.ts',
  'web/src/dashboard/formats/text-direction.ts',
  'web/src/dashboard/formats/time-format.ts',
);

const CHARTS = modules('web/src/dashboard/charts/vega-chart.ts');

/** The paths above that no module of the build has. */
export const unmetPaths = (): readonly string[] => [...unmet];

/** Where what a surface loads begins. */
const entry = (path: string) => join(import.meta.dirname, 'src', path).replaceAll('\\', '/');
const DASHBOARD_ENTRIES = [entry('embed/dashboard.ts'), entry('embed/chat.ts')];
const APP = entry('embed/app/app-surface.tsx');
const CONSOLE = entry('console/main.tsx');

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/**
 * A chunk for what the console and the application begin with, and one for the rest of what the console does. No module
 * is in them that does something when it is loaded: the application's pages would do it, too.
 */
function frameOf(id: string, graph: Graph): string | undefined {
  const { dashboards, app, console: ofConsole } = reached(graph);
  if (!ofConsole.has(id) || dashboards.has(id)) return undefined;
  return app.has(id) ? 'app-frame' : 'console-frame';
}

/** What several pages of the console load. */
function partsOf(id: string, graph: Graph): string | undefined {
  return isOfConsole(id) && !reached(graph).dashboards.has(id) ? 'page-parts' : undefined;
}
const isOfConsole = (id: string) =>
  /packages[/\\]web[/\\]src[/\\]|node_modules[/\\]@(mantine|tabler)\b/.test(id);

/** Known when all modules are, which is when the first of them is asked about. */
let found: ReturnType<typeof findReached> | undefined;
const reached = (graph: Graph) => (found ??= findReached(graph));

function findReached(graph: Graph) {
  const atOnce = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  const ever = (id: string) => [...atOnce(id), ...(graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])];
  return {
    dashboards: reachable(DASHBOARD_ENTRIES, ever),
    app: reachable([APP], atOnce),
    console: reachable([CONSOLE], atOnce).difference(new Set([CONSOLE])),
  };
}

function reachable(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const left = [...from];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    left.push(...next(id));
  }
  return found;
}

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Vite's helper for dynamic imports must not share a chunk with a library: small entries need it alone.
  { name: 'preload-helper', test: /vite[/\\]preload-helper/, priority: 5 },
  { name: 'react', test: /node_modules[/\\](react|react-dom|scheduler)[/\\]/, priority: 4 },
  // A dashboard is opened with a few files: each small one would cost its viewer a request.
  { name: 'dashboard-data', test: DASHBOARD_DATA, priority: 3 },
  { name: 'texts', test: TEXTS, priority: 3 },
  { name: 'look', test: LOOK, priority: 3 },
  { name: 'formats', test: FORMATS, priority: 3 },
  { name: 'dashboard-drawing', test: DASHBOARD_DRAWING, priority: 2 },
  { name: 'charts', test: CHARTS, priority: 1 },
  { name: frameOf, includeDependenciesRecursively: false, priority: -1 },
  // A file for each set of pages, unless it is small.
  {
    name: partsOf,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 12_000,
    priority: -2,
  },
];

/** The name of a chunk's file: of parts that several load, without the names of those. */
export const chunkName = (name: string) => name.replace(/~.*/, '');
