import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { faults, privateFaults, startFaultySurface, type Fault } from './faulty-surface.ts';
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

/** The headless shell, where there is one: it takes less than half of what the whole browser does. */
const { CHROMIUM_PATH = '/usr/bin/chromium', CHROMIUM_HEADLESS_PATH: ORIEL_CHROMIUM = CHROMIUM_PATH } =
  process.env;
const SESSIONS = 'a1, a2,a3,a4';
/** The one that the surface allows. */
const HOST = ['--origin', 'https://app.example.com'];

const check = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandOutcome> =>
  runOriel(['embed-check', ...args], {
    cwd,
    env: { ORIEL_CHROMIUM, ORIEL_EMBED_SESSIONS: SESSIONS, ...env },
  });

interface Checked {
  failed: number;
  rules: { rule: string; outcome: string; detail?: string }[];
}

/** The rules that a surface breaks. */
async function brokenBy(
  wanted: readonly Fault[],
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string[]> {
  const { stdout, stderr } = await check([surface.url(...wanted), '--json', ...args], env);
  assert.equal(stderr, '');
  const { rules } = JSON.parse(stdout) as Checked;
  return rules.flatMap(({ outcome, rule }) => (outcome === 'failed' ? [rule] : [])).toSorted();
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
  assert.match(lines.at(-1) ?? '', /^4\d passed, 0 failed, 2 not tried$/);
  assert.equal(lines.length, 51);
  assert.match(stdout, /^not tried {2}such a page is refused with a session .*every page may frame it/m);
  assert.match(stdout, /^not tried {2}the event ai-query .*: the viewer has asked nothing$/m);
});

test('every fault of a surface is found, and nothing else', async () => {
  const broken: Record<string, readonly string[]> = {
    'view-before-ready': ['ready-first'],
    'wrong-mode': ['ready-payload'],
    'silent-refusal': ['get-state-nothing'],
    'hears-anybody': ['foreign-frame', 'own-window'],
    'answers-strangers': ['foreign-message'],
    'merges-prototypes': ['prototype'],
    'keeps-language': ['set-locale', 'set-locale-region'],
    'ready-again': ['set-session', 'ready-once'],
    'no-warning': ['session-expiring'],
    'posts-to-anybody': ['no-origin'],
    'unreadable-event': ['readable'],
    'tells-anybody': ['origin-refused-led'],
    'says-that-it-is-well': ['origin-refused-page'],
  };
  assert.deepEqual(Object.keys(broken).toSorted(), faults.toSorted());
  const found = await brokenBy(faults, ['--patience', '4']);
  assert.deepEqual(found, Object.values(broken).flat().toSorted());
});

test('private mode: a surface that keeps it passes, and every fault before the sign-in is found', async () => {
  const env = { ORIEL_EMBED_SESSIONS: '' };
  const { code, stdout } = await check([surface.url(), ...HOST], env);
  assert.match(stdout, /^9 passed, 0 failed, 0 not tried$/m);
  assert.equal(code, 0);
  const broken = {
    eager: 'sign-in-first',
    'one-challenge': 'sign-in-window',
    'frames-the-sign-in': 'sign-in-framing',
    'names-another-origin': 'origin-refused',
  } as const;
  const together = Object.keys(broken) as (keyof typeof broken)[];
  const alone = { 'framed-by-anybody': 'private-framing', 'refuses-in-silence': 'origin-refused' } as const;
  assert.deepEqual([...together, ...Object.keys(alone)].toSorted(), privateFaults.toSorted());
  assert.deepEqual(await brokenBy(together, HOST, env), Object.values(broken).toSorted());
  for (const [fault, rule] of Object.entries(alone))
    assert.deepEqual(await brokenBy([fault as Fault], [...HOST, '--patience', '4'], env), [rule]);
});

test('--origin: where an account allows some origins, the host page has one of them', async () => {
  const strict = `${surface.url()}&strict`;
  const [allowed, refused] = await Promise.all([
    check([strict, ...HOST]),
    check([strict, '--patience', '5']),
  ]);
  assert.match(allowed.stdout, /^4\d passed, 0 failed, 1 not tried$/m);
  assert.match(allowed.stdout, /^passed {5}such a page is refused with a session as well$/m);
  assert.match(
    refused.stdout,
    /^failed {5}ready is said \(SPEC 2\): http:\/\/127\.0\.0\.1:\d+ may not embed it; .* with --origin$/m,
  );
});

test('a surface that is not there is told by its cause alone, and the rules that rest on it are counted', async () => {
  const down = `${surface.url()}&down`;
  const [text, json] = await Promise.all([check([down]), check([down, '--json'])]);
  assert.deepEqual(text.stdout.trimEnd().split('\n'), [
    'failed     ready is said (SPEC 2): a fatal error came instead: The session is used up.',
    'not tried  49 rules that rest on: ready is said',
    '0 passed, 1 failed, 49 not tried',
  ]);
  assert.deepEqual([text.code, json.code], [1, 1]);
  const { rules } = JSON.parse(json.stdout) as Checked;
  assert.deepEqual(
    rules.map(({ outcome }) => outcome),
    ['failed', ...Array(49).fill('not tried')],
  );
  assert.deepEqual(
    new Set(rules.slice(1).map(({ detail }) => detail)),
    new Set(['it rests on: ready is said']),
  );
});

test('--brand: a surface speaks the names of the other brand, and who checks for ours learns it', async () => {
  const cube = `${surface.url()}&brand=cube`;
  const [own, other] = await Promise.all([
    check([cube, '--brand', 'cube']),
    check([cube, '--patience', '5']),
  ]);
  assert.match(own.stdout, /^4\d passed, 0 failed, 2 not tried$/m);
  assert.match(
    other.stdout,
    /^failed {5}ready is said .*: it is of the brand cube; --brand cube checks that/m,
  );
});

test('with one session the rest is tried, and what was seen in place of what was promised is told', async () => {
  const url = `${surface.url('wrong-mode', 'unreadable-event')}&sessionId=a1`;
  const { code, stdout } = await check([url, '--patience', '30'], { ORIEL_EMBED_SESSIONS: '' });
  assert.equal(code, 1);
  assert.match(stdout, /^failed .*what the address names \(SPEC 2\): mode is "private", not "signed"$/m);
  assert.match(stdout, /^failed .*can be read \(SPEC 1\): 1 of \d+ cannot: payload.message must be a text/m);
  assert.match(stdout, /^not tried {2}set-session goes on .*ORIEL_EMBED_SESSIONS, or --viewer/m);
  assert.match(stdout, / 2 failed, 6 not tried$/m);
  assert.ok(!stdout.includes('a1'), 'the session is a secret');
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  assert.doesNotMatch(stdout, /[\x00-\x09\x0b-\x1f\x7f]/);
});

test('an address that cannot be checked is refused before a browser starts', async () => {
  const refused: [args: readonly string[], words: RegExp, env?: Record<string, string>][] = [
    [['ftp://host/embed/chat'], /no address of a surface/],
    [[`${new URL(surface.url()).origin}/workspace`], /\/workspace is the path of no surface/],
    [[surface.url(), '--brand', 'acme'], /--brand takes one of svc, cube, not "acme"/],
    [[surface.url(), '--origin', 'https://a.example/path'], /--origin takes an origin/],
    [[surface.url(), '--patience', '0'], /--patience takes a whole number from 1/],
    [[surface.url(), '--viewer', 'ada'], /--viewer takes fields of a session as a JSON object/],
    [[surface.url(), '--viewer', '{}'], /--deployment is missing/],
    [[surface.url()], /ORIEL_CHROMIUM is \/no\/such, which is no program/, { ORIEL_CHROMIUM: '/no/such' }],
    [[surface.url()], /there is none: install Chromium/, { ORIEL_CHROMIUM: '', PATH: cwd }],
  ];
  await Promise.all(
    refused.map(async ([args, words, env]) => {
      const { code, stdout, stderr } = await check(args, env);
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.match(stderr, words);
    }),
  );
});

test('an address where no server answers is told as such', async () => {
  const { code, stderr } = await check(['http://127.0.0.1:9/embed/chat?sessionId=a1']);
  assert.equal(code, 3);
  assert.match(stderr, /No server answers at http:\/\/127.0.0.1:9/);
});
