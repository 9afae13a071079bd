import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A git host on the loopback interface: git itself serves repositories to clients with a password. */
export interface GitHost {
  /** Without a slash at the end. */
  readonly url: string;
  /** The certificate, as its own authority; undefined without TLS. */
  readonly caFile: string | undefined;
  /** Where the repositories lie. */
  readonly folder: string;
  /** Makes an empty repository; answers with its path there. */
  makeRepository(name: string): Promise<string>;
  /** Commits that branches stand at. */
  heads(name: string): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** How a git host answers. */
interface GitHostOptions {
  readonly isSecure: boolean;
  /** Whether a user with this password may have a repository. */
  isAllowed(credential: { user: string; password: string }, repository: string): boolean;
  /** Answers what is no matter of git; answers whether it did. */
  readonly other?: (request: IncomingMessage, reply: ServerResponse) => Promise<boolean>;
}

/** Starts a git host. With TLS it needs `openssl` for a certificate. */
export async function startGitHost({ isSecure, isAllowed, other }: GitHostOptions): Promise<GitHost> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-git-host-'));
  const answer: RequestListener = (request, reply) => {
    void (async () => {
      if (other && (await other(request, reply))) return;
      const [, repository = ''] = /^\/([\w./-]+\.git)\//.exec(request.url ?? '') ?? [];
      const credential = credentialOf(request);
      if (!credential || !isAllowed(credential, repository)) {
        reply.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
        return;
      }
      serveGit(folder, request, reply);
    })();
  };
  const files = isSecure ? await makeCertificate(folder) : undefined;
  const server = files
    ? createHttpsServer({ cert: await readFile(files.cert), key: await readFile(files.key) }, answer)
    : createHttpServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`,
    caFile: files?.cert,
    folder,
    async makeRepository(name) {
      const path = join(folder, name);
      await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', path]);
      await run('git', ['-C', path, 'config', 'http.receivepack', 'true']);
      return path;
    },
    async heads(name) {
      const format = '--format=%(refname:short) %(objectname)';
      const { stdout } = await run('git', ['-C', join(folder, name), 'for-each-ref', format, 'refs/heads']);
      return Object.fromEntries(
        stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => line.split(' ')),
      );
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

function credentialOf({ headers }: IncomingMessage): { user: string; password: string } | undefined {
  const [, encoded] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [user = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  return { user, password };
}

/** @see git-http-backend(1), which is a CGI program */
function serveGit(folder: string, request: IncomingMessage, reply: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
  const { headers, method = 'GET' } = request;
  const git = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      HOME: folder,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      REMOTE_USER: 'caller',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    },
  });
  git.stdin.on('error', () => {});
  request.pipe(git.stdin);
  let head = Buffer.alloc(0);
  const begin = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    git.stdout.off('data', begin);
    const lines = head.toString('latin1', 0, end).split('\r\n');
    const fields = lines.map(
      (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const,
    );
    const status = Number(fields.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200);
    reply.writeHead(status, Object.fromEntries(fields.filter(([name]) => name !== 'Status')));
    reply.write(head.subarray(end + 4));
    git.stdout.pipe(reply);
  };
  git.stdout.on('data', begin);
  git.on('close', () => reply.end());
}

async function makeCertificate(folder: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const options = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:git.example.com'];
  await run('openssl', ['req', ...options, ...names, '-out', cert, '-keyout', key]);
  return { cert, key };
}
