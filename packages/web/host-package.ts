import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'packages/embed');
const entries = { index: 'index.ts', react: 'react.tsx' } as const;

/**
 * Builds `host-package/embed.tgz` beside the web: the host SDK and its React wrapper as an npm package with types, for
 * host pages that are bundled. It has the version of the server that hands it out.
 */
export function hostPackage(output: string): Plugin {
  const folder = join(output, 'host-package/package');
  return {
    name: 'oriel-host-package',
    apply: 'build',
    async closeBundle() {
      await buildModules(folder);
      await buildTypes(folder);
      await writeFile(join(folder, 'package.json'), await manifest());
      await writeFile(join(folder, 'README.md'), README);
      await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
      await pack(folder);
      await rm(folder, { recursive: true });
    },
  };
}

async function buildModules(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: {
        entry: Object.fromEntries(
          Object.entries(entries).map(([name, file]) => [name, join(source, 'src', file)]),
        ),
        formats: ['es'],
      },
      rolldownOptions: {
        // The host's own.
        external: /^react($|\/)/,
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared.js' },
      },
    },
  });
}

/** Modules of other packages that the SDK exports: they are in its own files. */
const included = { '@oriel/contract/locale': 'contract/src/values/locale' } as const;

/** Emits the declarations of the entries and of what they import. */
async function buildTypes(folder: string): Promise<void> {
  const outDir = join(folder, 'types');
  const packages = join(root, 'packages');
  const options = {
    rootDir: packages,
    outDir,
    target: 'es2022',
    lib: 'es2024,dom,dom.iterable',
    module: 'nodenext',
    jsx: 'react-jsx',
  };
  await promisify(execFile)(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '--ignoreConfig',
    '--declaration',
    '--emitDeclarationOnly',
    '--rewriteRelativeImportExtensions',
    '--verbatimModuleSyntax',
    '--strict',
    '--skipLibCheck',
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...Object.values(entries).map((file) => join(source, 'src', file)),
    ...Object.values(included).map((file) => join(packages, `${file}.ts`)),
  ]);
  // Declarations keep the specifiers of their sources, which are not in the package.
  const declarations = join(outDir, 'embed/src');
  for (const entry of await readdir(declarations, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    let text = await readFile(path, 'utf8');
    text = text.replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.tsx?(['"])/g, '$1.js$2');
    const up = relative(entry.parentPath, outDir).replaceAll('\\', '/');
    for (const [specifier, file] of Object.entries(included))
      text = text.replaceAll(`'${specifier}'`, `'${up}/${file}.js'`);
    await writeFile(path, text);
  }
}

async function manifest(): Promise<string> {
  const { name, version, description, license, peerDependenciesMeta } = JSON.parse(
    await readFile(join(source, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const moduleOf = (entry: keyof typeof entries) => ({
    types: `./types/embed/src/${entry}.d.ts`,
    default: `./${entry}.js`,
  });
  // The component uses nothing newer; this repository itself has one React.
  const peerDependencies = { react: '>=18.0.0' };
  const exports = { '.': moduleOf('index'), './react': moduleOf('react') };
  const fields = { name, version, description, license, type: 'module', sideEffects: false, exports };
  return `${JSON.stringify({ ...fields, peerDependencies, peerDependenciesMeta }, undefined, 2)}\n`;
}

const README = `# @oriel/embed

The SDK for pages that embed dashboards, the application and the chat of Oriel, and a React component. The server that has handed
it out describes it at /docs, and \`types\` describes every export.
`;

/** Packs as npm does for its registry: without times and owners, so that equal files make an equal archive. */
async function pack(folder: string): Promise<void> {
  const above = join(folder, '..');
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      'pack',
      '--silent',
      '--ignore-scripts',
      '--no-workspaces',
      '--no-update-notifier',
      '--pack-destination',
      above,
    ],
    // npm is a batch file there.
    { cwd: folder, shell: process.platform === 'win32' },
  );
  await rename(join(above, stdout.trim()), join(above, 'embed.tgz'));
}
