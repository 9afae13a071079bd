// Part of `npm run lint`: comments, titles and pages take the terms of the field. A word is refused here only where no
// name and no sentence needs it, so there is no list of exceptions.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** Patterns of words, each with what to say instead. */
const words = [
  ['whose', 'with …, of …'],
  ['whoever', 'the caller, the user, the operator'],
  ['somebody', 'a user, a caller'],
  ['(?:make|makes|made) room', 'frees space, evicts, closes'],
].map(([word, instead]) => ({ pattern: new RegExp(`\\b${word}\\b`, 'i'), instead }));

const extensions = ['ts', 'tsx', 'mjs', 'md', 'yml'].map((extension) => `*.${extension}`);
const files = execFileSync('git', ['ls-files', '-z', ...extensions], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && file !== 'scripts/words.mjs' && existsSync(join(root, file)));

const found = files.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      words
        .filter(({ pattern }) => pattern.test(line))
        .map(({ instead }) => `${file}:${index + 1}: ${line.trim()}\n    say: ${instead}`),
    ),
);
if (found.length > 0) {
  console.error(found.join('\n'));
  process.exit(1);
}
