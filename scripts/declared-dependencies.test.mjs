import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './setup.mjs';

// A package that only another workspace declares works by chance: it is there because it was hoisted.
for (const folder of globSync(['packages/*', 'examples/*', 'bench', 'e2e'], { cwd: root }).sort())
  test(`${folder} declares every package that it imports`, () => {
    const manifest = join(root, folder, 'package.json');
    // A folder of data has none, and so may import nothing.
    const own = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
    const declared = Object.keys({ ...own.dependencies, ...own.devDependencies, ...own.peerDependencies });
    const undeclared = importedPackages(folder).filter(
      (name) => name !== own.name && !declared.includes(name),
    );
    assert.deepEqual(undeclared, []);
  });

/** The packages that the sources of a workspace name, as in `import … from '@scope/name/path'`. */
function importedPackages(folder) {
  const files = globSync('**/*.{ts,tsx,mjs,js}', {
    cwd: join(root, folder),
    exclude: (path) => /(^|[\\/])(node_modules|dist)$/.test(path),
  });
  const names = files.flatMap((file) => {
    const text = readFileSync(join(root, folder, file), 'utf8');
    const statements = text.matchAll(/(?:\bfrom|^import) '([^'\n]+)';$/gm);
    const calls = text.matchAll(/\bimport(?:\.meta\.resolve)?\('([^'\n]+)'/g);
    return [...statements, ...calls].map(([, specifier]) => specifier);
  });
  return [...new Set(names.filter(isPackage).map(packageOf))].sort();
}

const isPackage = (specifier) => /^(@[\w.-]+\/)?[\w-]/.test(specifier) && !/^\w+:/.test(specifier);

const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0];
