import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { testSameTexts, testTranslations } from '../../../test/test-translations.ts';
import { consoleOwnEnglish } from '../english/console-own-english.ts';
import { loadConsoleTranslation } from './index.ts';
import { sameWords } from './same-words.ts';

const messages = join(import.meta.dirname, '..');
const namesIn = (folder: string) =>
  globSync('*.ts', { cwd: join(messages, folder) }).map((path) => basename(path, '.ts'));
const folders = globSync('console/*', { cwd: messages }).sort();

test('every folder of texts has a file for each language', () => {
  const languages = namesIn('console/shell').filter((name) => name !== 'same-words');
  assert.ok(languages.length > 10 && folders.length > 20);
  const missing = folders.flatMap((folder) => {
    const names = namesIn(folder);
    return languages
      .filter((language) => !names.includes(language))
      .map(
        (language) =>
          `messages/${folder}/${language}.ts is missing: write the texts of english.ts there in this language, as messages/console/shell does`,
      );
  });
  assert.deepEqual(missing, []);
});

test('no two folders have texts with the same first key, of which one would be lost', async () => {
  const trees = await Promise.all(
    folders.map(async (folder) => {
      const module = (await import(join(messages, folder, 'english.ts'))) as Record<string, object>;
      return Object.values(module).flatMap((tree) => Object.keys(tree).map((key) => ({ folder, key })));
    }),
  );
  const byKey = Map.groupBy(trees.flat(), ({ key }) => key);
  const twice = [...byKey].filter(([, places]) => places.length > 1);
  assert.deepEqual(
    twice.map(([key, places]) => `${key}: ${places.map(({ folder }) => folder).join(' and ')}`),
    [],
  );
  assert.deepEqual([...byKey.keys()].toSorted(), Object.keys(consoleOwnEnglish).toSorted());
});

// Words of several pages; those of one stand in its `same-words.ts`.
const sameTexts = [
  'https://app.example.com',
  'AI',
  'Actions',
  'Deployments',
  'Description',
  'Name',
  'OpenID Connect',
  'Provider',
  'Python',
  'Roles',
  'Scopes',
  'Tokens',
  ...sameWords,
];
const texts = { english: consoleOwnEnglish, sameTexts, load: loadConsoleTranslation };

testTranslations({ of: 'the console', ...texts });
testSameTexts(texts);
