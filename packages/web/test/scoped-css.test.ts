import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { preprocessCSS, resolveConfig } from 'vite';

/** Classes are scoped to their sheet; what is global has one sheet that owns it. */
const source = join(import.meta.dirname, '../src');
const sheets = globSync('**/*.css', { cwd: source }).map((path) => join(source, path));
const config = await resolveConfig(
  { root: join(source, '..'), configFile: join(source, '../vite.config.ts') },
  'build',
);

interface CompiledSheet {
  path: string;
  /** The classes of a module, by the names that its components use; none for a global sheet. */
  classes: string[];
  /** The classes that keep their names on the page. */
  globals: string[];
}

async function compileSheet(path: string): Promise<CompiledSheet> {
  const { code, modules = {} } = await preprocessCSS(await readFile(path, 'utf8'), path, config);
  const named = new Set(classesIn(code));
  // Keyframes have scoped names as well; they are no classes.
  const classes = Object.keys(modules).filter((key) => named.has(modules[key] ?? ''));
  const globals = named.difference(new Set(Object.values(modules)));
  return { path: relative(source, path), classes, globals: [...globals] };
}

/** The class names in the selectors of compiled CSS. */
function classesIn(css: string): string[] {
  const preludes = css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g);
  return [...preludes].flatMap(([, prelude = '']) =>
    [...prelude.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
  );
}

const compiled = await Promise.all(sheets.map(compileSheet));

test('no two sheets style the same global class', () => {
  const owners = Map.groupBy(
    compiled.flatMap(({ path, globals }) => globals.map((name) => ({ name, path }))),
    ({ name }) => name,
  );
  const shared = [...owners.values()].filter((sheetsOfClass) => sheetsOfClass.length > 1).flat();
  assert.deepEqual(shared, []);
});

test('the console has no global class', () => {
  const leaks = compiled.filter(({ path, globals }) => path.startsWith('console/') && globals.length > 0);
  assert.deepEqual(leaks, []);
});

test('components use the classes of their sheets, all of them and no others', async () => {
  const used = new Map<string, Set<string>>();
  for (const path of globSync('**/*.{ts,tsx}', { cwd: source })) {
    const text = await readFile(join(source, path), 'utf8');
    for (const { sheet, classes } of usesIn(path, text))
      used.set(sheet, new Set([...(used.get(sheet) ?? []), ...classes]));
  }
  const modules = compiled.filter(({ path }) => path.endsWith('.module.css'));
  const defined = modules.map(({ path, classes }) => [path, classes.toSorted()]);
  const named = modules.map(({ path }) => [path, [...(used.get(path) ?? [])].sort()]);
  assert.deepEqual(named, defined);
});

/** The classes that a source names, by the sheets that it imports. */
function usesIn(path: string, text: string): { sheet: string; classes: string[] }[] {
  const imports = /import (\w+) from '([^']+\.module\.css)'/g;
  // What a file imports is no use of a class: `styles.css`.
  const body = text.replaceAll(imports, '').replaceAll(/^import .*$/gm, '');
  return [...text.matchAll(imports)].map(([, name = '', file = '']) => ({
    sheet: join(dirname(path), file),
    classes: [...body.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))].map(([, key = '']) => key),
  }));
}
