import type { components } from '@octokit/openapi-types';
import { createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startGitHost, type GitHost } from './git-host.ts';

/** Answers with the fields of GitHub's published description, as far as they matter here. */
type Described<Name extends keyof components['schemas']> = Partial<components['schemas'][Name]>;

/** A GitHub on the loopback interface with one app, one organisation and one person. */
export interface FakeGitHub {
  readonly git: GitHost;
  readonly appId: string;
  readonly privateKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Repositories of the organisation by name; more are created by the API. */
  readonly repositories: Map<string, number>;
  readonly pullRequests: { repository: string; head: string; base: string; title: string }[];
  /** Tokens that were given out for repositories, with what each may. */
  readonly tokens: Map<string, { repositoryIds: number[]; permissions: Record<string, string> }>;
  /** A code as GitHub gives it to a person who agrees. */
  agree(): string;
  /** Has tokens of the person end at once, so that they are renewed. */
  expireUserTokens: boolean;
  close(): Promise<void>;
}

/** The one installation, organisation and person. */
export const INSTALLATION = 7;
export const ORGANIZATION = 'northwind';
const LOGIN = 'anna';
const APP_ID = '4711';
const CLIENT_ID = 'Iv1.oriel';
const CLIENT_SECRET = 'github-client-secret';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly page: number;
  readonly token: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Starts it. */
export async function startFakeGitHub(): Promise<FakeGitHub> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Set<string>();
  const userTokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const repositories = new Map<string, number>();
  const pullRequests: FakeGitHub['pullRequests'] = [];
  const tokens: FakeGitHub['tokens'] = new Map();
  let expireUserTokens = false;

  const isApp = (jwt: string): boolean => {
    const [head = '', claims = '', signature = ''] = jwt.split('.');
    const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`);
    if (!verify.verify(publicKey, Buffer.from(signature, 'base64url'))) return false;
    const { iss, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      iss: unknown;
      exp: number;
    };
    return String(iss) === APP_ID && exp * 1000 > Date.now();
  };
  const repositoryOf = (name: string): Described<'full-repository'> => ({
    id: repositories.get(name) ?? 0,
    name,
    full_name: `${ORGANIZATION}/${name}`,
    html_url: `${host.url}/${ORGANIZATION}/${name}`,
    default_branch: 'main',
  });
  const newTokens = () => {
    const [access_token, refresh_token] = [`ghu_${secret()}`, `ghr_${secret()}`];
    userTokens.add(access_token);
    refreshTokens.add(refresh_token);
    return { access_token, refresh_token, expires_in: expireUserTokens ? 1 : 28_800, token_type: 'bearer' };
  };
  const exchange = (form: URLSearchParams) => {
    const isClient = form.get('client_id') === CLIENT_ID && form.get('client_secret') === CLIENT_SECRET;
    const isGiven =
      codes.delete(form.get('code') ?? '') || refreshTokens.delete(form.get('refresh_token') ?? '');
    return isClient && isGiven ? newTokens() : { error: 'bad_verification_code' };
  };

  /** Status and answer of the REST API; undefined for what is not there. */
  const answer = async ({
    method,
    path,
    page,
    token,
    body,
  }: Request): Promise<[number, object] | undefined> => {
    const branches = new RegExp(`^/repos/${ORGANIZATION}/([\\w.-]+)/branches$`).exec(path)?.[1];
    const pulls = new RegExp(`^/repos/${ORGANIZATION}/([\\w.-]+)/pulls$`).exec(path)?.[1];
    if (path === '/app' && isApp(token))
      return [
        200,
        { id: 4711, html_url: `${host.url}/github-apps/oriel` } satisfies Described<'integration'>,
      ];
    if (method === 'POST' && path === `/app/installations/${INSTALLATION}/access_tokens` && isApp(token)) {
      const value = `ghs_${secret()}`;
      tokens.set(value, {
        repositoryIds: body['repository_ids'] as number[],
        permissions: body['permissions'] as Record<string, string>,
      });
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      const permissions = body['permissions'] as components['schemas']['app-permissions'];
      const given: Described<'installation-token'> = { token: value, expires_at, permissions };
      return [201, { ...given, repository_selection: 'selected', repositories: [] }];
    }
    if (!userTokens.has(token)) return [401, { message: 'Bad credentials' }];
    if (path === '/user') return [200, { login: LOGIN, id: 1 } satisfies Described<'public-user'>];
    if (path === '/user/installations')
      return [200, { total_count: 1, installations: page > 1 ? [] : [installation(host.url)] }];
    if (path === `/user/installations/${INSTALLATION}/repositories`) {
      const all = [...repositories.keys()].map(repositoryOf);
      return [200, { total_count: all.length, repositories: all.slice((page - 1) * 100, page * 100) }];
    }
    if (method === 'POST' && path === `/orgs/${ORGANIZATION}/repos`) {
      const name = String(body['name']);
      if (repositories.has(name)) return [422, { message: 'name already exists on this account' }];
      await make(name);
      return [201, { ...repositoryOf(name), private: body['private'] }];
    }
    if (branches !== undefined && repositories.has(branches)) {
      const heads = await host.heads(`${ORGANIZATION}/${branches}.git`);
      return [
        200,
        Object.entries(heads).map(([name, sha]) => ({ name, commit: { sha, url: '' }, protected: false })),
      ];
    }
    if (method === 'POST' && pulls !== undefined && repositories.has(pulls)) {
      const { head, base, title } = body as Record<'head' | 'base' | 'title', string>;
      if (!(head in (await host.heads(`${ORGANIZATION}/${pulls}.git`))))
        return [422, { message: 'Validation Failed' }];
      pullRequests.push({ repository: pulls, head, base, title });
      const number = pullRequests.length;
      const made: Described<'pull-request'> = {
        number,
        html_url: `${host.url}/${ORGANIZATION}/${pulls}/pull/${number}`,
      };
      return [201, made];
    }
    return undefined;
  };

  const other = async (request: IncomingMessage, reply: ServerResponse): Promise<boolean> => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const send = (status: number, body: unknown) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/login/oauth/access_token') {
      send(200, exchange(new URLSearchParams(await text(request))));
      return true;
    }
    if (!url.pathname.startsWith('/api/v3/')) return false;
    const content = await text(request);
    const found = await answer({
      method: request.method ?? 'GET',
      path: url.pathname.slice('/api/v3'.length),
      page: Number(url.searchParams.get('page') ?? 1),
      token: (request.headers.authorization ?? '').replace(/^\w+ /, ''),
      body: content === '' ? {} : (JSON.parse(content) as Record<string, unknown>),
    });
    send(...(found ?? [404, { message: 'Not Found' }]));
    return true;
  };
  const isAllowed = ({ user, password }: { user: string; password: string }, path: string) => {
    const [owner, name = ''] = path.replace(/\.git$/, '').split('/');
    const id = repositories.get(name);
    return (
      owner === ORGANIZATION &&
      user === 'x-access-token' &&
      id !== undefined &&
      tokens.get(password)?.repositoryIds.includes(id) === true
    );
  };
  const host = await startGitHost({ isSecure: false, isAllowed, other });
  const make = async (name: string) => {
    repositories.set(name, 1_000 + repositories.size);
    await host.makeRepository(`${ORGANIZATION}/${name}.git`);
  };
  return {
    git: host,
    appId: APP_ID,
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    repositories,
    pullRequests,
    tokens,
    agree() {
      const code = secret();
      codes.add(code);
      return code;
    },
    get expireUserTokens() {
      return expireUserTokens;
    },
    set expireUserTokens(value) {
      expireUserTokens = value;
    },
    close: () => host.close(),
  };
}

const secret = () => randomBytes(12).toString('hex');

function installation(url: string): Described<'installation'> {
  const avatar_url = `${url}/avatar.png`;
  // The description names many more fields of an account.
  const account = {
    login: ORGANIZATION,
    id: 2,
    avatar_url,
    type: 'Organization',
  } as components['schemas']['simple-user'];
  return { id: INSTALLATION, account, app_id: Number(APP_ID), target_type: 'Organization' };
}
