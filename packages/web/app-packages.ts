import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** What a dashboard app imports by its name. SPEC.md lists them; each entry has every name that its package exports. */
export const APP_MODULES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'vega',
  'vega-lite',
  'vega-interpreter',
  'd3',
] as const;

/** The module by which an app speaks with the surface. */
const OWN_MODULE = 'oriel';
const VIRTUAL = 'app-module:';
const fileNames = { entryFileNames: '[name]-[hash].js', chunkFileNames: 'shared-[hash].js' };

/** Builds the modules that dashboard apps import, and the script that comes first in their pages, beside the web. */
export function appPackages(output: string): Plugin {
  const outDir = join(output, 'app-packages');
  const common = {
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
  } as const;
  return {
    name: 'oriel-app-packages',
    apply: 'build',
    async closeBundle() {
      const modules = await build({
        ...common,
        plugins: [moduleEntries()],
        build: {
          outDir,
          emptyOutDir: true,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: Object.fromEntries([
              ...APP_MODULES.map((name) => [name.replace('/', '-'), VIRTUAL + name] as const),
              [OWN_MODULE, join(import.meta.dirname, 'src/app-frame/oriel.ts')],
            ]),
            preserveEntrySignatures: 'strict',
            output: fileNames,
          },
        },
      });
      const frame = await build({
        ...common,
        build: {
          outDir,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: { frame: join(import.meta.dirname, 'src/app-frame/frame.ts') },
            // A script that runs at once; what it names stays its own.
            output: { ...fileNames, format: 'iife' },
          },
        },
      });
      const fileOf = entriesOf(modules);
      const described = {
        frame: entriesOf(frame)('frame'),
        modules: Object.fromEntries(
          [OWN_MODULE, ...APP_MODULES].map((name) => [name, fileOf(name.replace('/', '-'))] as const),
        ),
      };
      writeFileSync(join(outDir, 'packages.json'), JSON.stringify(described));
    },
  };
}

/**
 * An entry for each package with the names that it exports: those of a CommonJS package are not seen from outside
 * otherwise.
 */
function moduleEntries(): Plugin {
  return {
    name: 'oriel-app-module-entries',
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return undefined;
      const name = id.slice(VIRTUAL.length + 1);
      const names = Object.keys((await import(name)) as object).filter((exported) => /^\w+$/.test(exported));
      return `export { ${names.join(', ')} } from ${JSON.stringify(name)};`;
    },
  };
}

/** The file of an entry by its name. @throws for a build without it */
function entriesOf(result: Awaited<ReturnType<typeof build>>): (name: string) => string {
  // Neither watches, nor has several outputs.
  const { output } = result as Rolldown.RolldownOutput;
  return (name) => {
    const entry = output.find((part) => part.type === 'chunk' && part.isEntry && part.name === name);
    if (!entry) throw new Error(`The build has no entry ${name}`);
    return entry.fileName;
  };
}
