import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';

/**
 * A page in a language that is written from right to left is the mirror of others, where sheets speak of starts and
 * ends.
 */
const source = join(import.meta.dirname, '../src');
const SIDES =
  /(?<![\w-])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-)?(?:left|right)(?:-(?:width|color|style))?\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius/g;

for (const path of globSync('**/*.css', { cwd: source }))
  test(`${relative('.', path)} places nothing on the left or the right`, async () => {
    const css = (await readFile(join(source, path), 'utf8')).replaceAll(/\/\*[^]*?\*\//g, '');
    assert.deepEqual(css.match(SIDES), null);
  });
