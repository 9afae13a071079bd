import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { appPackages } from './app-packages.ts';
import { hostPackage } from './host-package.ts';

const output = join(import.meta.dirname, 'dist');

/** The paths below that no module has had so far. */
const unmet = new Set<string>();

/** Modules by the ends or folders of their paths; what they import comes along with them. A path that none has fails the build. */
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

export default defineConfig({
  // The name stays readable in the browser; the hash, of the file's path, keeps two sheets apart.
  css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
  plugins: [
    react(),
    vegaParts(),
    contractRoutes(),
    preloads(),
    chunkSources(),
    hostSdk(),
    hostPackage(output),
    serverParts(),
    framingRefusal(),
    appPackages(output),
    compressed(),
  ],
  build: {
    outDir: output,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        console: join(import.meta.dirname, 'index.html'),
        embed: join(import.meta.dirname, 'embed.html'),
        'embed-app': join(import.meta.dirname, 'embed-app.html'),
        'embed-chat': join(import.meta.dirname, 'embed-chat.html'),
      },
      output: {
        codeSplitting: {
          groups: [
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
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1200,
  },
});

/** Puts what charts need of Vega in the place of all of it, for Vega-Lite as well. */
function vegaParts(): Plugin {
  const parts = join(import.meta.dirname, 'src/dashboard/charts/vega-parts.ts');
  return { name: 'oriel-vega-parts', enforce: 'pre', resolveId: (id) => (id === 'vega' ? parts : undefined) };
}

/** Puts what is derived of the operations as plain data in the place of the module that derives it, which imports every schema. */
function contractRoutes(): Plugin {
  const file = fileURLToPath(import.meta.resolve('@oriel/contract/routes'));
  return {
    name: 'oriel-contract-routes',
    async load(id) {
      if (id !== file) return undefined;
      const { operationTags, routes } = await import('@oriel/contract/routes');
      return `export const routes = ${JSON.stringify(routes)}; export const operationTags = ${JSON.stringify(operationTags)};`;
    },
  };
}

/** The chunks that each embedded surface loads on demand and is certain to need, by its page. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  '/embed.html': ['dashboard-drawing', 'charts'],
  '/embed-app.html': ['app-surface'],
  '/embed-chat.html': ['chat-surface'],
};

/** Lets the browser fetch those parts while the entry asks for the session. */
function preloads(): Plugin {
  return {
    name: 'oriel-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        const needed = NEEDED[path];
        if (!needed) return [];
        const tags = tagsFor(bundle, needed).filter(({ attrs }) => !html.includes(`"${attrs.href}"`));
        return { html: atOnce(stylesAfterContent(html)), tags };
      },
    },
  };
}

/** The page says that it is loading before its style sheets have come: they stand behind that, where they hold back the program alone. */
function stylesAfterContent(html: string): string {
  const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
  return sheets
    .reduce((page, sheet) => page.replace(sheet, ''), html)
    .replace(/ *<\/body>/, (end) => sheets.join('') + end);
}

/** The entry asks for the session while the page is still parsed; what touches the page waits for `pageReady`. */
const atOnce = (html: string) => html.replace('<script type="module"', '<script type="module" async');

function tagsFor(bundle: Rolldown.OutputBundle, names: readonly string[]) {
  const chunks = new Map(
    Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])),
  );
  const files = new Set<string>();
  const styles = new Set<string>();
  const need = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const imported of chunk.imports) need(chunks.get(imported));
  };
  for (const chunk of chunks.values()) if (names.includes(chunk.name)) need(chunk);
  return [
    ...[...files].map((file) => ({ rel: 'modulepreload', href: `/${file}` })),
    ...[...styles].map((style) => ({ rel: 'preload', as: 'style', href: `/${style}` })),
  ].map((attrs) => ({
    tag: 'link',
    attrs: { ...attrs, crossorigin: true },
    injectTo: 'head',
  })) satisfies HtmlTagDescriptor[];
}

/** Says which sources each chunk holds, in a file that nobody is served: the test reads it that keeps the console out of the embed. */
function chunkSources(): Plugin {
  const root = join(import.meta.dirname, '../..');
  return {
    name: 'oriel-chunk-sources',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (unmet.size > 0)
        this.error(`no module has a path that chunks are made by: ${[...unmet].join(', ')}`);
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const described = chunks.map(({ fileName, imports, dynamicImports, moduleIds }) => [
        fileName,
        { imports, dynamicImports, sources: moduleIds.map((id) => relative(root, id)) },
      ]);
      const source = JSON.stringify(Object.fromEntries(described), undefined, 2);
      this.emitFile({ type: 'asset', fileName: 'chunk-sources.json', source });
    },
  };
}

/** The host SDK as one module of its own: host pages on other origins load it by its address. */
function hostSdk(): Plugin {
  return {
    name: 'oriel-host-sdk',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          outDir: join(output, 'sdk'),
          emptyOutDir: true,
          target: 'es2022',
          lib: {
            entry: join(import.meta.dirname, '../embed/src/index.ts'),
            formats: ['es'],
            fileName: () => 'sdk.js',
          },
        },
      });
    },
  };
}

/** The program of the page of a refused frame as one script: the server writes it into the page, which loads nothing. */
function framingRefusal(): Plugin {
  return {
    name: 'oriel-framing-refusal',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          outDir: join(output, 'framing-refusal'),
          emptyOutDir: true,
          target: 'es2023',
          lib: {
            entry: join(import.meta.dirname, 'src/embed/framing-refusal.ts'),
            formats: ['iife'],
            name: 'framingRefusal',
            fileName: () => 'framing-refusal.js',
          },
        },
      });
    },
  };
}

/** What the server compiles charts and writes the pages of surfaces with, of the same sources as the pages. No page loads it. */
function serverParts(): Plugin {
  return {
    name: 'oriel-server-parts',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'warn',
        // Of Vega it takes a few functions, which are those of this package.
        resolve: { alias: { vega: 'vega-util' } },
        ssr: { noExternal: true },
        build: {
          outDir: join(output, 'server'),
          emptyOutDir: true,
          target: 'es2023',
          ssr: true,
          rolldownOptions: {
            input: ['chart-compiler', 'filter-sheet', 'loading-page'].map((name) =>
              join(import.meta.dirname, `src/${name}.ts`),
            ),
            output: { entryFileNames: '[name].js' },
          },
        },
      });
    },
  };
}

/** A compressed copy beside each file, so that the server compresses nothing while it serves. */
function compressed(): Plugin {
  return {
    name: 'oriel-compressed',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const files = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) =>
          /^(?!server).*\.(js|css|svg)$|^assets.*\.json$/.test(name),
        );
        for (const name of files) {
          const content = readFileSync(join(output, name));
          writeFileSync(
            join(output, `${name}.br`),
            brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
          );
          writeFileSync(join(output, `${name}.gz`), gzipSync(content, { level: 9 }));
        }
      },
    },
  };
}
