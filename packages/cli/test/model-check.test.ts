import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertFault, openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

test('counts what a model without problems has', async () => {
  assert.equal(await shop.output(['model', 'check', 'model']), '1 cube, 1 view, 9 members\n');
  assert.equal(await shop.output(['model', 'check', 'model/', '--json']), '[]\n');
});

test('prints every problem with its location, its line, a caret and a hint', async () => {
  await shop.write('broken/b/orders.yml', 'cubes:\n  - name: orders\n    sql_table: o\n    titel: Orders\n');
  await shop.write(
    'broken/a.yaml',
    'cubes:\r\n  - name: customers\r\n    sql_table: c\r\n    measures:\r\n      - { name: count, type: cuont }\r\n',
  );
  const { code, stdout, stderr } = await shop.oriel(['model', 'check', 'broken']);
  assert.deepEqual([code, stderr], [1, '']);
  assert.equal(
    stdout,
    `a.yaml:5:30: type cannot be "cuont"
          - { name: count, type: cuont }
                                 ^
    Did you mean count?

b/orders.yml:4:5: The cube orders has no key titel
        titel: Orders
        ^
    Did you mean title?

2 problems in 2 files
`,
  );
});

test('prints the problems of agents too, which fail a build as those of the model do', async () => {
  await shop.write('withAgents/orders.yml', 'cubes:\n  - name: orders\n    sql_table: orders\n');
  await shop.write('withAgents/agents/config.yml', 'titel: Analyst\n');
  await shop.write('withAgents/agents/rules/empty.md', '---\ntype: always\n---\n');
  const { code, stdout, stderr } = await shop.oriel(['model', 'check', 'withAgents']);
  assert.deepEqual([code, stderr], [1, '']);
  assert.match(stdout, /^agents\/config\.yml:1:1: There is no property titel here\n {4}titel: Analyst\n/);
  assert.match(stdout, /\nagents\/rules\/empty\.md:\d+:1: The rule has no text\n/);
  assert.match(stdout, /\n2 problems in 2 files\n$/);
});

test('with --json problems are an array of places, messages and hints', async () => {
  await shop.write(
    'misspelt/orders.yml',
    'cubes:\n  - name: orders\n    sql_table: orders\n    titel: Orders\n',
  );
  const { code, stdout } = await shop.oriel(['model', 'check', 'misspelt', '--json']);
  assert.equal(code, 1);
  assert.deepEqual(JSON.parse(stdout), [
    {
      file: 'orders.yml',
      line: 4,
      column: 5,
      message: 'The cube orders has no key titel',
      hint: 'Did you mean title?',
    },
  ]);
});

test('the caret stands below its column after tabs and wide letters', async () => {
  await shop.write(
    'wide/orders.yml',
    'cubes:\n  - {\tname: orders, sql_table: o, title: "注文", typo: 1 }\n',
  );
  const { stdout } = await shop.oriel(['model', 'check', 'wide']);
  const [, line = '', caret = ''] = stdout.split('\n');
  const column = line.indexOf('typo');
  assert.equal(caret.indexOf('^'), column);
  assert.equal(caret.charAt(line.indexOf('\t')), '\t');
  assert.equal(caret.slice(line.indexOf('注'), line.indexOf('注') + 2), '\u3000\u3000');
});

test('what a line says to the terminal is not passed on', async () => {
  await shop.write('escape/orders.yml', 'cubes:\n  - { name: orders, sql_table: o, "\u001B[2J": 1 }\n');
  const { stdout } = await shop.oriel(['model', 'check', 'escape']);
  assert.ok(stdout.includes('\uFFFD[2J'));
  assert.ok(!stdout.includes('\u001B'));
});

test('a model is the YAML files of all folders but those of packages and git, and links to files', async () => {
  await shop.write('project/node_modules/foreign/ci.yml', 'jobs: []\n');
  await shop.write('project/.git/config.yml', 'jobs: []\n');
  await shop.write('project/readme.md', '# Orders\n');
  await symlink(join(shop.cwd, 'model/cubes/orders.yml'), join(shop.cwd, 'project/orders.yml'));
  await symlink('nobody@nowhere', join(shop.cwd, 'project/.#orders.yml'));
  assert.equal(await shop.output(['model', 'check', 'project']), '1 cube, 0 views, 7 members\n');
});

test('cubes in JavaScript are a problem, not left out', async () => {
  await shop.write('script/orders.yml', 'cubes: []\n');
  await shop.write('script/orders.js', 'cube(`orders`, {});\n');
  const { code, stdout } = await shop.oriel(['model', 'check', 'script']);
  assert.equal(code, 1);
  assert.match(stdout, /^orders\.js:1:1: Cubes and views written in JavaScript are not read\n/);
});

test('a folder of templates of YAML alone is a model', async () => {
  await shop.write(
    'templates/orders.yml.jinja',
    "{% set name = 'orders' %}\ncubes: [{ name: {{ name }}, sql_table: o }]\n",
  );
  assert.equal(await shop.output(['model', 'check', 'templates']), '1 cube, 0 views, 0 members\n');
});

test('a file with cubes outside of the folder of the model is named', async () => {
  await shop.write('repository/model/orders.yml', 'cubes: [{ name: orders, sql_table: o }]\n');
  await shop.write('repository/examples/orders.yml', 'cubes: [{ name: orders, sql_table: o }]\n');
  await shop.write('repository/compose.yml', 'services: {}\n');
  assert.deepEqual(await shop.oriel(['model', 'check', 'repository']), {
    code: 0,
    stdout: '1 cube, 0 views, 0 members\n',
    stderr:
      'examples/orders.yml is left out: the files of this model lie in the folder model. Move it there where it is part of the model.\n',
  });
});

test('a folder that is none, or holds no model, is told apart', async () => {
  await shop.write('empty/readme.md', '');
  const check = (...args: string[]) => shop.oriel(['model', 'check', ...args]);
  assertFault(await check(), 2, "DIR is missing: give the folder of the model's YAML files");
  assertFault(await check('nowhere'), 2, 'The model cannot be read: nowhere does not exist');
  assertFault(await check('shop.duckdb'), 2, 'The model cannot be read: shop.duckdb is no directory');
  assertFault(
    await check('empty'),
    2,
    'empty holds no model: there is no .yml, .yaml, .yml.jinja or .yaml.jinja file in it',
  );
  assertFault(await check('model', 'more'), 2, 'Unexpected argument "more"; see oriel model check --help');
  assertFault(
    await check('model', '--url', 'x'),
    2,
    'model check takes no --url; see oriel model check --help',
  );
});
