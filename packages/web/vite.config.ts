import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { appPackages } from './app-packages.ts';
import { chunkGroups, chunkName, unmetPaths } from './chunk-groups.ts';
import { hostPackage } from './host-package.ts';

const output = join(import.meta.dirname, 'dist');

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
        chunkFileNames: ({ name }) => `assets/${chunkName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${chunkName(parse(name).name)}-[hash][extname]`,
        codeSplitting: {
          groups: chunkGroups,
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

/**
 * Puts what is derived of the operations as plain data in the place of the module that derives it, which imports every
 * schema.
 */
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

/**
 * The page says that it is loading before its style sheets have come: they stand behind that, where they hold back the
 * program alone.
 */
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

/**
 * Says which sources each chunk holds, in a file that nobody is served: the test reads it that keeps the console out of
 * the embed.
 */
function chunkSources(): Plugin {
  const root = join(import.meta.dirname, '../..');
  return {
    name: 'oriel-chunk-sources',
    apply: 'build',
    generateBundle(_options, bundle) {
      const unmet = unmetPaths();
      if (unmet.length > 0) this.error(`no module has a path that chunks are made by: ${unmet.join(', ')}`);
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

/**
 * The program of the page of a refused frame as one script: the server writes it into the page, which loads nothing.
 */
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

/**
 * What the server compiles charts and writes the pages of surfaces with, of the same sources as the pages. No page
 * loads it.
 */
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
