import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runOriel, spawnOriel, type CommandOutcome } from '../run-oriel.ts';
import { startForeignInstallation, type ForeignInstallation } from './foreign-installation.ts';

/** The real command beside an authorization server that is not ours. */
let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'oriel-login-'));
});
after(() => rm(root, { recursive: true, force: true, maxRetries: 10 }));

interface Machine {
  readonly home: string;
  run(args: readonly string[], env?: Record<string, string>): Promise<CommandOutcome>;
}

/** A user without a display and without logins. */
async function machine(): Promise<Machine> {
  const home = await mkdtemp(join(root, 'home-'));
  return {
    home,
    run: (args, env = {}) => runOriel(args, { cwd: home, env: { ...environmentOf(home), ...env } }),
  };
}

const environmentOf = (home: string) => ({
  XDG_CONFIG_HOME: home,
  HOME: home,
  APPDATA: home,
  DISPLAY: '',
  WAYLAND_DISPLAY: '',
  BROWSER: '',
});

async function installed<T>(
  use: (installation: ForeignInstallation, own: Machine) => Promise<T>,
  options?: { codeTtlS?: number },
): Promise<T> {
  const installation = await startForeignInstallation(options);
  try {
    return await use(installation, await machine());
  } finally {
    await installation.close();
  }
}

const nameOf = ({ url }: { url: string }) => new URL(url).host.replace(':', '-');
const fileOf = ({ home }: Machine, installation: { url: string }) =>
  join(home, 'oriel/profiles', `${nameOf(installation)}.json`);

interface Stored {
  tokens: { accessToken: string; refreshToken: string; expiresAt: number };
}

const read = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Stored;

async function endAccessToken(path: string): Promise<void> {
  const stored = await read(path);
  await writeFile(path, JSON.stringify({ ...stored, tokens: { ...stored.tokens, expiresAt: 0 } }));
}

describe('oriel login', { concurrency: 3 }, () => {
  test('stores a login that was confirmed by its code, readable by its user alone, and never prints it', async () => {
    await installed(async (installation, own) => {
      const { code, stdout, stderr } = await own.run(['login', '--url', `${installation.url}/`]);
      assert.equal(
        stdout,
        `Logged in to ${installation.url} as ada@example.com (profile ${nameOf(installation)})\n`,
      );
      assert.equal(code, 0);
      assert.match(
        stderr,
        /Open this address in a browser, on any device:\n\n {4}http:\S+user_code=[A-Z-]+\n/,
      );
      assert.match(
        stderr,
        /Confirm there that it shows the code [A-Z]{4}-[A-Z]{4}\. It is valid for 10 minutes\.\n/,
      );
      const file = fileOf(own, installation);
      const { accessToken, refreshToken } = (await read(file)).tokens;
      assert.ok(accessToken.length > 20 && refreshToken.length > 20);
      for (const token of [accessToken, refreshToken]) assert.ok(!`${stdout}${stderr}`.includes(token));
      if (process.platform !== 'win32') {
        assert.equal((await stat(file)).mode & 0o777, 0o600);
        assert.equal((await stat(join(own.home, 'oriel/profiles'))).mode & 0o777, 0o700);
      }
      const who = await own.run(['whoami', '--json']);
      assert.deepEqual(JSON.parse(who.stdout), {
        email: 'ada@example.com',
        username: 'Ada',
        role: 'Viewer',
        tenantName: 'Example Ltd',
        url: installation.url,
        credential: { kind: 'login', profile: nameOf(installation) },
      });
      for (const args of [['whoami'], ['profile', 'list'], ['profile', 'list', '--json'], ['logout']]) {
        const outcome = await own.run(args);
        assert.equal(outcome.code, 0, outcome.stderr);
        for (const token of [accessToken, refreshToken])
          assert.ok(!JSON.stringify(outcome).includes(token), args.join(' '));
      }
    });
  });

  test('asks less often when the server asks for it', async () => {
    await installed(async (installation, own) => {
      installation.slowDowns = 1;
      assert.equal((await own.run(['login', '--url', installation.url])).code, 0);
      assert.equal(installation.tokenRequests.length, 2);
    });
  });

  test('says so when the login is denied, and stores nothing', async () => {
    await installed(async (installation, own) => {
      installation.decision = 'deny';
      const { code, stdout, stderr } = await own.run(['login', '--url', installation.url]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /\noriel: The login was denied in the browser\n$/);
      assert.deepEqual(await readdir(own.home), []);
    });
  });

  test('says so when nobody has confirmed the code', async () => {
    await installed(
      async (installation, own) => {
        installation.decision = 'wait';
        const { code, stderr } = await own.run(['login', '--url', installation.url]);
        assert.equal(code, 1);
        assert.match(
          stderr,
          /\noriel: The code has expired before it was confirmed: run oriel login again\n$/,
        );
      },
      { codeTtlS: 2 },
    );
  });

  test('ends on Ctrl-C with its exit code', async () => {
    await installed(async (installation, own) => {
      installation.decision = 'wait';
      const { child, outcome } = spawnOriel(['login', '--url', installation.url], {
        cwd: own.home,
        env: environmentOf(own.home),
      });
      child.stderr?.on('data', (text: string) => {
        if (text.includes('It is valid for')) child.kill('SIGINT');
      });
      const { code, stderr } = await outcome;
      assert.equal(code, 130);
      assert.match(stderr, /\noriel: Interrupted\n$/);
    });
  });

  test('tells a program what a person has to do, as JSON', async () => {
    await installed(async (installation, own) => {
      const { stdout, stderr } = await own.run(['login', '--url', installation.url, '--read-only', '--json']);
      const told = JSON.parse(stderr) as Record<string, unknown>;
      assert.deepEqual(Object.keys(told), [
        'verificationUri',
        'verificationUriComplete',
        'userCode',
        'expiresInSeconds',
      ]);
      assert.equal((JSON.parse(stdout) as { profile: string }).profile, nameOf(installation));
    });
  });

  test('with --browser takes the code that the browser comes back with', async () => {
    await installed(async (installation, own) => {
      const { child, outcome } = spawnOriel(['login', '--browser', '--json', '--url', installation.url], {
        cwd: own.home,
        env: environmentOf(own.home),
      });
      const answered = new Promise<string[]>((resolve, reject) => {
        child.stderr?.once('data', (text: string) => {
          const { authorizationUrl } = JSON.parse(text) as { authorizationUrl: string };
          visit(authorizationUrl).then(resolve, reject);
        });
      });
      const pages = await answered;
      assert.match(pages.at(-1) ?? '', /<h1>Logged in<\/h1>/);
      assert.equal((await outcome).code, 0);
      const [form] = installation.tokenRequests;
      assert.match(form?.get('redirect_uri') ?? '', /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
      assert.ok((form?.get('code_verifier') ?? '').length >= 43);
      assert.equal((await own.run(['whoami'])).code, 0);
    });
  });

  test('with --browser takes no code of another login', async () => {
    await installed(async (installation, own) => {
      const { child, outcome } = spawnOriel(['login', '--browser', '--json', '--url', installation.url], {
        cwd: own.home,
        env: environmentOf(own.home),
      });
      const foreign = new Promise<Response>((resolve, reject) => {
        child.stderr?.once('data', (text: string) => {
          const { authorizationUrl } = JSON.parse(text) as { authorizationUrl: string };
          const redirect = new URL(authorizationUrl).searchParams.get('redirect_uri') ?? '';
          fetch(`${redirect}?code=stolen&state=foreign`).then(resolve, reject);
        });
      });
      const response = await foreign;
      assert.equal(response.status, 404);
      assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
      child.kill('SIGINT');
      assert.equal((await outcome).code, 130);
      assert.equal(installation.tokenRequests.length, 0);
    });
  });

  test('opens the browser that BROWSER names', async () => {
    await installed(async (installation, own) => {
      const [browser, visited] = [join(own.home, 'browser'), join(own.home, 'visited')];
      await writeFile(
        browser,
        `#!/bin/sh\nprintf %s "$1" > '${visited}.part' && mv '${visited}.part' '${visited}'\n`,
        { mode: 0o755 },
      );
      const { code, stderr } = await own.run(['login', '--url', installation.url], { BROWSER: browser });
      assert.equal(code, 0);
      assert.match(stderr, /^A browser opens with this address; else open it on any device:\n/);
      assert.ok(stderr.includes(await appearing(visited)));
    });
  });
});

describe('a login', { concurrency: 3 }, () => {
  test('is refreshed once, however many commands find that it has ended', async () => {
    await installed(async (installation, own) => {
      await own.run(['login', '--url', installation.url]);
      await endAccessToken(fileOf(own, installation));
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => own.run(['whoami'])));
      assert.deepEqual(
        outcomes.map(({ code, stderr }) => [code, stderr]),
        outcomes.map(() => [0, '']),
      );
      const refreshes = installation.tokenRequests.filter(
        (form) => form.get('grant_type') === 'refresh_token',
      );
      assert.equal(refreshes.length, 1);
      // The family lives on: the next refresh is answered, too.
      await endAccessToken(fileOf(own, installation));
      assert.equal((await own.run(['whoami'])).code, 0);
      assert.equal((await stat(fileOf(own, installation))).mode & 0o777, 0o600);
    });
  });

  test('is refreshed where the server refuses its token, whatever the clock of this machine says', async () => {
    await installed(async (installation, own) => {
      await own.run(['login', '--url', installation.url]);
      const file = fileOf(own, installation);
      const stored = await read(file);
      await writeFile(
        file,
        JSON.stringify({ ...stored, tokens: { ...stored.tokens, accessToken: 'ended', expiresAt: 8e12 } }),
      );
      assert.equal((await own.run(['whoami'])).code, 0);
      assert.notEqual((await read(file)).tokens.accessToken, 'ended');
    });
  });

  test('that was withdrawn says how to log in again', async () => {
    await installed(async (installation, own) => {
      await own.run(['login', '--url', installation.url]);
      await installation.withdraw();
      const line = `The login to ${installation.url} has ended (invalid_grant): log in again with oriel login --url ${installation.url}`;
      assert.deepEqual(await own.run(['whoami']), { code: 1, stdout: '', stderr: `oriel: ${line}\n` });
      const asJson = await own.run(['whoami', '--json']);
      assert.deepEqual(JSON.parse(asJson.stderr), { error: { code: 'login_ended', message: line } });
      assert.equal((await own.run(['login', '--url', installation.url])).code, 0);
      assert.equal((await own.run(['whoami'])).code, 0);
    });
  });

  test('is revoked by logout, and by the login that replaces it', async () => {
    await installed(async (installation, own) => {
      await own.run(['login', '--url', installation.url]);
      const first = await readFile(fileOf(own, installation), 'utf8');
      await own.run(['login', '--url', installation.url]);
      const second = await readFile(fileOf(own, installation), 'utf8');
      assert.equal((await own.run(['logout'])).stdout, `Logged out of ${installation.url}\n`);
      assert.equal((await own.run(['whoami'])).code, 2);
      for (const stored of [first, second]) {
        await writeFile(fileOf(own, installation), stored);
        const { stderr } = await own.run(['whoami', '--url', installation.url]);
        assert.match(stderr, /has ended \(invalid_grant\)/);
      }
    });
  });

  test('is removed by logout also where the server does not answer, which is told', async () => {
    const own = await machine();
    const installation = await startForeignInstallation();
    await own.run(['login', '--url', installation.url]);
    await installation.close();
    const { code, stdout, stderr } = await own.run(['logout']);
    assert.deepEqual([code, stdout], [3, '']);
    assert.match(
      stderr,
      /^oriel: The login is removed from this machine, but its tokens are not revoked: [^\n]+ECONNREFUSED[^\n]+\n$/,
    );
    assert.deepEqual(await readdir(join(own.home, 'oriel/profiles')), [`${nameOf(installation)}.lock`]);
    assert.match((await own.run(['logout'])).stderr, /No login is the current one/);
  });

  test('of several installations is chosen by name, address, variable or as the current one', async () => {
    await installed(async (one, own) => {
      const other = await startForeignInstallation();
      try {
        await own.run(['login', '--url', one.url, '--profile', 'one']);
        await own.run(['login', '--url', other.url, '--profile', 'other']);
        const urlOf = async (args: readonly string[], env?: Record<string, string>) => {
          const { stdout, stderr } = await own.run(['whoami', '--json', ...args], env);
          assert.equal(stderr, '');
          return (JSON.parse(stdout) as { url: string }).url;
        };
        assert.equal(await urlOf([]), other.url);
        assert.equal(await urlOf(['--profile', 'one']), one.url);
        assert.equal(await urlOf(['--url', one.url]), one.url);
        assert.equal(await urlOf([], { ORIEL_PROFILE: 'one' }), one.url);
        assert.equal(
          await urlOf(['--profile', 'one'], { ORIEL_API_KEY: 'orl_key', ORIEL_URL: other.url }),
          one.url,
        );
        assert.equal(
          (await own.run(['profile', 'use', 'one'])).stdout,
          `one: ${one.url} as ada@example.com\n`,
        );
        assert.equal(await urlOf([]), one.url);
        assert.match(
          (await own.run(['profile', 'list'])).stdout,
          /^PROFILE +ADDRESS +USER +SINCE\none \* +http.*\nother +http/,
        );
        const mixed = await own.run(['whoami', '--profile', 'one', '--url', other.url]);
        assert.equal(
          mixed.stderr,
          `oriel: The profile one is a login to ${one.url}, not to ${other.url} (--url)\n`,
        );
        const taken = await own.run(['login', '--profile', 'one', '--url', other.url]);
        assert.equal(
          taken.stderr,
          `oriel: The profile one is a login to ${one.url}: give another name with --profile\n`,
        );
      } finally {
        await other.close();
      }
    });
  });

  test('gives way to a key of a flag or a variable, and goes to no other server', async () => {
    await installed(async (installation, own) => {
      const other = await startForeignInstallation();
      try {
        await own.run(['login', '--url', installation.url]);
        await own.run(['whoami', '--api-key', 'orl_flag'], { ORIEL_API_KEY: 'orl_variable' });
        await own.run(['whoami'], { ORIEL_API_KEY: 'orl_variable' });
        assert.deepEqual(installation.credentials.slice(-2), ['Bearer orl_flag', 'Bearer orl_variable']);
        const { code, stderr } = await own.run(['whoami', '--url', other.url]);
        assert.equal(code, 2);
        assert.match(
          stderr,
          /^oriel: No login and no API key for http\S+ is known: run oriel login --url http\S+, /,
        );
        assert.deepEqual(other.credentials, []);
      } finally {
        await other.close();
      }
    });
  });

  test('goes before the key of a server that was started here', async () => {
    await installed(async (installation, own) => {
      await writeFile(
        join(own.home, 'ready.json'),
        JSON.stringify({ url: installation.url, apiKey: 'orl_ready' }),
      );
      const env = { ORIEL_DATA: own.home };
      await own.run(['login'], env);
      assert.equal((await own.run(['whoami'], env)).code, 0);
      assert.ok(!installation.credentials.includes('Bearer orl_ready'));
    });
  });
});

/** The content of a file that another process is about to write. */
async function appearing(path: string): Promise<string> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
    await pause(50);
  }
}

/** Follows an address as a browser does, with cookies; answers with the pages on the way. */
async function visit(address: string): Promise<string[]> {
  const cookies = new Map<string, string>();
  const pages: string[] = [];
  for (let next: string | undefined = address; next !== undefined;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response: Response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    pages.push(await response.text());
    const location = response.headers.get('location');
    next = location === null ? undefined : new URL(location, next).href;
  }
  return pages;
}
