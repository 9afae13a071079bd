import type { Random } from './random.ts';
import { bodyOf, writeOutcomeOf, type Outcome } from './requests.ts';
import type { Traffic } from './workspace-traffic.ts';

/** The administrator, who signs in and gives out keys. */
export interface Administrator {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  readonly deploymentId: number;
}

const ATTEMPTS = 3;

/**
 * Signs in and out, and makes and revokes keys, until the signal aborts; what has ended must be refused from then on.
 */
export async function runAdministrator(
  administrator: Administrator,
  traffic: Traffic,
  random: Random,
): Promise<void> {
  while (!traffic.signal.aborted) await random.pick([signInAndOut, makeAndRevoke])(administrator, traffic);
}

async function signInAndOut({ email, password }: Administrator, traffic: Traffic): Promise<void> {
  const { requests, figures } = traffic;
  const signedIn = await requests.send({
    kind: 'sign in',
    method: 'POST',
    path: '/api/v1/sign-in',
    headers: {},
    body: { email, password },
  });
  if (signedIn.status !== 200) return;
  const [cookie = ''] = signedIn.headers.getSetCookie()[0]?.split(';') ?? [];
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const me = bodyOf<{ email: string }>(await askMe(traffic, headers));
  if (me) figures.checked(1);
  if (me && me.email !== email)
    figures.violation('foreign', `the session of ${email} is that of ${me.email}`);
  const out = await requests.send({
    kind: 'sign out',
    method: 'POST',
    path: '/api/v1/sign-out',
    headers,
    body: {},
  });
  if (writeOutcomeOf(out) === 'made') await expectRefused(traffic, headers, 'a session that was signed out');
}

async function makeAndRevoke({ apiKey, deploymentId }: Administrator, traffic: Traffic): Promise<void> {
  const { requests } = traffic;
  const authorization = `Bearer ${apiKey}`;
  const made = bodyOf<{ apiKey: { id: number }; secret: string }>(
    await requests.send({
      kind: 'make key',
      method: 'POST',
      path: '/api/v1/api-keys',
      headers: { authorization },
      body: { name: 'For a moment', deploymentIds: [deploymentId] },
    }),
  );
  if (!made) return;
  const headers = { authorization: `Bearer ${made.secret}` };
  await askMe(traffic, headers);
  const revoked = await requests.send({
    kind: 'revoke key',
    method: 'DELETE',
    path: `/api/v1/api-keys/${made.apiKey.id}`,
    headers: { authorization },
  });
  if (writeOutcomeOf(revoked) === 'made') await expectRefused(traffic, headers, 'a revoked key');
}

const askMe = (traffic: Traffic, headers: Record<string, string>, expects: number[] = []): Promise<Outcome> =>
  traffic.requests.send({ kind: 'who am I', path: '/api/v1/users/me', headers, expects });

async function expectRefused(traffic: Traffic, headers: Record<string, string>, what: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { status } = await askMe(traffic, headers, [401]);
    if (status === 401) return;
    if (status !== 'broken' && status < 400) traffic.figures.violation('foreign', `${what} was believed`);
  }
}
