// Runs the commands of the guides against the demo, as a reader who copies them after `npm start` does.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeDataDir, removeDataDir, startOriel } from '../../e2e/src/support/oriel.ts';
import { root } from '../setup.mjs';
import { markdownFiles } from './pages.mjs';

const skip = spawnSync('curl', ['--version']).status === 0 ? false : 'the commands need curl and bash';

let dataDir;
let oriel;
before(async () => {
  dataDir = await makeDataDir();
  oriel = await startOriel({ dataDir });
});
after(async () => {
  await oriel?.stop();
  await removeDataDir(dataDir);
});

test('the commands of the guides run, and answer what the guides say', { skip }, async () => {
  const { code, stdout, stderr } = await runShell(join(root, 'docs', 'guides', 'examples', 'api.sh'), {
    ORIEL_URL: oriel.url,
    ORIEL_API_KEY: oriel.apiKey,
  });
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  for (const part of [
    '"deploymentUrl"',
    '"secret"',
    '"pageInfo"',
    '"name":"Flights by month"',
    '"sessionId"',
  ])
    assert.ok(stdout.includes(part), part);
  const answers = stdout.split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text));
  const rowsWith = (key) => answers.map(({ data }) => data).find((rows) => rows?.[0] && key in rows[0]);
  assert.deepEqual(
    rowsWith('network.delay_band')
      .map((row) => row['network.delay_band'])
      .sort(),
    ['More than an hour late', 'On time', 'Up to 15 min late', 'Up to an hour late'],
  );
  const halves = rowsWith('network.share');
  assert.deepEqual(halves.map((row) => row['network.half']).sort(), ['first', 'second']);
  const whole = halves.reduce((sum, row) => sum + Number(row['network.share']), 0);
  assert.ok(Math.abs(whole - 1) < 1e-9, String(whole));
  assert.deepEqual(
    rowsWith('network.count.percent_1_month').map(tableRow),
    await tableOf('compare-and-fill.md'),
  );
});

test('a workspace is automated as its guide says, and leaves nothing behind', { skip }, async () => {
  const { code, stdout, stderr } = await runShell(join(root, 'docs', 'guides', 'examples', 'automation.sh'), {
    ORIEL_URL: oriel.url,
    ORIEL_API_KEY: oriel.apiKey,
  });
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  for (const part of [
    '"slug":"weekly-review"',
    '"status":"published"',
    '"code":"precondition_failed"',
    '"accessChanges":[',
    '"restored":[{',
    '"eventName":"restoreTrashedItem"',
    '"status":"not_delivered"',
    '"externalId":"dana@skyline.example"',
    '"hostDashboardUrl":"https://app.example.com/reports/{dashboardPublicId}"',
    '"failed":[]',
  ])
    assert.ok(stdout.includes(part), part);
  assert.match(
    await readFile(join(dataDir, 'changes.csv'), 'utf8'),
    /,upsertWorkbookBySlug,created,workbook,/,
  );
});

test(
  'a project is deployed, changed, checked, merged, pushed and rolled back as its guide says',
  { skip },
  async () => {
    const { code, stdout, stderr } = await runShell(
      join(root, 'docs', 'guides', 'examples', 'project.sh'),
      { ORIEL_URL: oriel.url, ORIEL_API_KEY: oriel.apiKey },
      root,
    );
    assert.equal(code, 0, `${stdout}\n${stderr}`);
    for (const part of [
      /Shop: 3 files sent/,
      /build \d+ succeeded/,
      /"member":"sales.total_amount","problem":"missing".*"suggestion":"sales.revenue"/,
      /"merged":true/,
      /"cause":"rollback"/,
    ])
      assert.match(stdout, part);
  },
);

/** A row as the guide's table writes it. */
function tableRow(row) {
  const percent = row['network.count.percent_1_month'];
  return [
    row['network.departure.month'].slice(0, 7),
    row['network.count'] ?? '',
    row['network.count.previous_1_month'] ?? '',
    percent === null ? '' : /^-?\d\.\d{4}/.exec(String(percent))[0],
  ];
}

/** The cells of the first table of a guide with a month in its first column. */
async function tableOf(page) {
  const markdown = await readFile(join(root, 'docs', 'guides', page), 'utf8');
  const lines = markdown.split('\n').filter((line) => /^\| \d{4}-\d{2} /.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace('…', '')),
  );
}

test('every command, model and program of a guide is a snippet of a file that is run', async () => {
  const loose = [];
  for (const path of markdownFiles().filter((file) => file.startsWith('docs/guides/'))) {
    const markdown = await readFile(join(root, path), 'utf8');
    for (const [block, before = ''] of markdown.matchAll(
      /(<!-- snippet: \S+ -->\n+)?^```(?:sh|ya?ml|ts|tsx|js|sql)\n[^]*?^```$/gm,
    ))
      if (before === '') loose.push(`${path}: ${block.slice(0, 80)}`);
  }
  assert.deepEqual(loose, []);
});

async function runShell(file, env, cwd = dataDir) {
  // What a command writes lies beside the data of the demo.
  const child = spawn('bash', [file], { cwd, env: { ...process.env, ...env } });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, ...output };
}
