import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { faults, startFaultySurface } from './faulty-surface.ts';
import { runOriel, type CommandOutcome } from '../run-oriel.ts';

/** The check of embedded surfaces, on a page that does what the test wants wrong. */
let surface: Awaited<ReturnType<typeof startFaultySurface>>;
let cwd: string;
before(async () => {
  surface = await startFaultySurface();
  cwd = await mkdtemp(join(tmpdir(), 'oriel-embed-check-'));
});
after(async () => {
  await surface.close();
  await rm(cwd, { recursive: true, force: true, maxRetries: 10 });
});

const ORIEL_CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const SESSIONS = 'a1, a2,a3,a4';

const check = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandOutcome> =>
  runOriel(['embed-check', ...args], {
    cwd,
    env: { ORIEL_CHROMIUM, ORIEL_EMBED_SESSIONS: SESSIONS, ...env },
  });

interface Checked {
  failed: number;
  rules: { rule: string; outcome: string; detail?: string }[];
}

async function rulesThat(outcome: string, url: string): Promise<string[]> {
  const { stdout, stderr } = await check([url, '--json', '--patience', '5']);
  assert.equal(stderr, '');
  const { rules } = JSON.parse(stdout) as Checked;
  return rules.filter((one) => one.outcome === outcome).map(({ rule }) => rule);
}

test('a surface that keeps the protocol passes, a line for each rule', async () => {
  const { code, stdout, stderr } = await check([surface.url(), '--patience', '30']);
  const lines = stdout.trimEnd().split('\n');
  assert.deepEqual(
    lines.filter((line) => line.startsWith('failed')),
    [],
  );
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(lines[0], 'passed     ready is said');
  assert.match(lines.at(-1) ?? '', /^4\d passed, 0 failed, 1 not tried$/);
  assert.equal(lines.length, 44);
  assert.match(stdout, /^not tried {2}the event ai-query .*: the viewer has asked nothing$/m);
});

test('every fault of a surface is found, and nothing else', async () => {
  const broken: Record<string, readonly string[]> = {
    'view-before-ready': ['ready-first'],
    'wrong-mode': ['ready-payload'],
    'silent-refusal': [
      'navigate-nowhere',
      'navigate-outside',
      'get-state-nothing',
      'set-state-nothing',
      'set-filter-nothing',
      'unknown-action',
      'malformed-action',
    ],
    'hears-anybody': ['foreign-frame', 'own-window'],
    'answers-strangers': ['foreign-message'],
    'merges-prototypes': ['prototype'],
    'keeps-language': ['set-locale', 'set-locale-region'],
    'ready-again': ['set-session', 'ready-once'],
    'no-warning': ['session-expiring'],
    'posts-to-anybody': ['no-origin'],
    'unreadable-event': ['readable'],
  };
  assert.deepEqual(Object.keys(broken).toSorted(), faults.toSorted());
  const found = await rulesThat('failed', surface.url(...faults));
  assert.deepEqual(found.toSorted(), Object.values(broken).flat().toSorted());
});

test('with one session the rest is tried, and what was seen in place of what was promised is told', async () => {
  const url = `${surface.url('wrong-mode', 'unreadable-event')}&sessionId=a1`;
  const { code, stdout } = await check([url, '--patience', '30'], { ORIEL_EMBED_SESSIONS: '' });
  assert.equal(code, 1);
  assert.match(stdout, /^failed .*what the address names \(SPEC 2\): mode is "private", not "signed"$/m);
  assert.match(stdout, /^failed .*can be read \(SPEC 1\): 1 of \d+ cannot: payload.message must be a text/m);
  assert.match(stdout, /^not tried {2}set-session goes on .*ORIEL_EMBED_SESSIONS, or --viewer/m);
  assert.match(stdout, / 2 failed, 5 not tried$/m);
  assert.ok(!stdout.includes('a1'), 'the session is a secret');
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  assert.doesNotMatch(stdout, /[\x00-\x09\x0b-\x1f\x7f]/);
});

test('an address that cannot be checked is refused before a browser starts', async () => {
  const refused: [args: readonly string[], words: RegExp, env?: Record<string, string>][] = [
    [['ftp://host/embed/chat'], /no address of a surface/],
    [[`${new URL(surface.url()).origin}/workspace`], /\/workspace is the path of no surface/],
    [[surface.url()], /has no session/, { ORIEL_EMBED_SESSIONS: '' }],
    [[surface.url(), '--brand', 'acme'], /--brand takes one of svc, cube, not "acme"/],
    [[surface.url(), '--origin', 'https://a.example/path'], /--origin takes an origin/],
    [[surface.url(), '--patience', '0'], /--patience takes a whole number from 1/],
    [[surface.url(), '--viewer', 'ada'], /--viewer takes fields of a session as a JSON object/],
    [[surface.url(), '--viewer', '{}'], /--deployment is missing/],
    [[surface.url()], /ORIEL_CHROMIUM is \/no\/such, which is no program/, { ORIEL_CHROMIUM: '/no/such' }],
    [[surface.url()], /there is none: install Chromium/, { ORIEL_CHROMIUM: '', PATH: cwd }],
  ];
  for (const [args, words, env] of refused) {
    const { code, stdout, stderr } = await check(args, env);
    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.match(stderr, words);
  }
});

test('an address where no server answers is told as such', async () => {
  const { code, stderr } = await check(['http://127.0.0.1:9/embed/chat?sessionId=a1']);
  assert.equal(code, 3);
  assert.match(stderr, /No server answers at http:\/\/127.0.0.1:9/);
});
