import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'packages/embed');
const entries = { index: 'index.ts', react: 'react.tsx' } as const;

/**
 * Builds `host-package/embed.tgz` beside the web: the host SDK and its React wrapper as an npm package with types, for host pages that are
 * bundled. It has the version of the server that hands it out.
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
      await writeFile(join(folder, '../embed.tgz'), gzipSync(await archive(folder), { level: 9 }));
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
const included = { '@oriel/contract/locale': 'contract/src/locale' } as const;

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
  for (const name of await readdir(declarations)) {
    let text = await readFile(join(declarations, name), 'utf8');
    text = text.replaceAll(/(['"]\.\/[\w-]+)\.tsx?(['"])/g, '$1.js$2');
    for (const [specifier, file] of Object.entries(included))
      text = text.replaceAll(`'${specifier}'`, `'../../${file}.js'`);
    await writeFile(join(declarations, name), text);
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

/** The files of a folder in the format of tar (POSIX.1-1988, ustar), as npm wants them: below \`package\`, without times and owners. */
async function archive(folder: string): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const blocks: Buffer[] = [];
  for (const path of paths.toSorted()) {
    const content = await readFile(path);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    blocks.push(header(`package/${name}`, content.length), content, Buffer.alloc(-content.length & 511));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function header(name: string, sizeBytes: number): Buffer {
  if (name.length > 100) throw new Error(`${name} is too long for a header of tar`);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  const block = Buffer.alloc(512);
  block.write(name, 0, 'latin1');
  block.write(octal(0o644, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(sizeBytes, 11), 124);
  // npm takes no file that is as old as the epoch: zip archives of it cannot say so.
  block.write(octal(499_162_500, 11), 136);
  block.write('0', 156);
  block.write('ustar\u000000', 257, 'latin1');
  // The sum counts its own field as spaces.
  block.fill(' ', 148, 156);
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\u0000 `,
    148,
    'latin1',
  );
  return block;
}
