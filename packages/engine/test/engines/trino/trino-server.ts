import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificates } from '../certificates.ts';
import { hasOpenssl, makeCertificates } from '../certificates.ts';
import { findFreePorts, startEngineProcess } from '../engine-process.ts';
import { findEngine, findJava } from '../engines-folder.ts';

/**
 * A Trino on the loopback interface. Without encryption it takes any name without a password; with it those of
 * {@link PASSWORDS} and tokens. The catalogs are `tpch` and `memory`, in which `admin` alone may write.
 */
export interface TrinoServer {
  /** Of plain HTTP. */
  readonly port: number;
  readonly tlsPort: number;
  readonly certificates: Certificates;
  /** A token of a user. */
  tokenOf(user: string): string;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again after that, on the same ports and with nothing in memory. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Who signs in by a password, and with which. */
export const PASSWORDS = { alice: 'alice-secret', bob: 'bob-secret' } as const;

const MIN_JAVA = 24;

/** Why no Trino can be started here; false where one can. */
export function whyNoTrino(): string | false {
  if (!findEngine('trino')) return 'there is no Trino on this machine: npm run engines -- trino';
  if (!findJava(MIN_JAVA)) return `Trino needs Java ${MIN_JAVA} or newer, in /usr/lib/jvm or JAVA_HOME`;
  return hasOpenssl() ? false : 'this machine has no openssl to make certificates with';
}

export async function startTrino(): Promise<TrinoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-trino-'));
  const certificates = makeCertificates();
  const secret = randomBytes(32);
  const [port = 0, tlsPort = 0] = await findFreePorts(2);
  writeSettings(folder, { port, tlsPort, certificates, secret });
  const start = () =>
    startEngineProcess({
      command: findJava(MIN_JAVA) ?? 'java',
      args: javaArguments(folder),
      cwd: folder,
      isReady: async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/v1/info`);
        return (await answer.text()).includes('"starting":false');
      },
    });
  let server = await start();
  return {
    port,
    tlsPort,
    certificates,
    tokenOf: (user) => signToken({ sub: user }, secret),
    kill: () => server.kill(),
    async restart() {
      await server.kill();
      server = await start();
    },
    async stop() {
      await server.kill();
      rmSync(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

/** As little memory and time to start as it does with. */
function javaArguments(folder: string): string[] {
  const node = { environment: 'test', id: 'test', 'data-dir': folder };
  const bound = { 'internal-address': '127.0.0.1', 'bind-ip': '127.0.0.1' };
  return [
    '-Xmx1G',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-XX:+ExitOnOutOfMemoryError',
    '-Djdk.attach.allowAttachSelf=true',
    '--sun-misc-unsafe-memory-access=allow',
    '--add-modules=jdk.incubator.vector',
    ...Object.entries({ ...node, ...bound }).map(([name, value]) => `-Dnode.${name}=${value}`),
    `-Dconfig=${folder}/config.properties`,
    '-cp',
    `${findEngine('trino') ?? ''}/lib/*`,
    'io.trino.server.TrinoServer',
  ];
}

interface Settings {
  readonly port: number;
  readonly tlsPort: number;
  readonly certificates: Certificates;
  readonly secret: Buffer;
}

function writeSettings(folder: string, { port, tlsPort, certificates, secret }: Settings): void {
  const at = (name: string) => join(folder, name);
  const write = (name: string, properties: Record<string, string | number | boolean>) =>
    writeFileSync(
      at(name),
      Object.entries(properties)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    );
  mkdirSync(at('catalog'));
  write('catalog/tpch.properties', { 'connector.name': 'tpch', 'tpch.column-naming': 'standard' });
  write('catalog/memory.properties', { 'connector.name': 'memory' });
  writeFileSync(at('server.pem'), `${certificates.server.key}${certificates.server.cert}`);
  writeFileSync(at('token.key'), secret.toString('base64'));
  writeFileSync(at('passwords'), Object.entries(PASSWORDS).map(toPasswordLine).join(''));
  writeFileSync(at('rules.json'), JSON.stringify(RULES));
  write('passwords.properties', {
    'password-authenticator.name': 'file',
    'file.password-file': at('passwords'),
  });
  write('rules.properties', { 'access-control.name': 'file', 'security.config-file': at('rules.json') });
  write('config.properties', {
    coordinator: true,
    'node-scheduler.include-coordinator': true,
    'http-server.http.port': port,
    'http-server.https.enabled': true,
    'http-server.https.port': tlsPort,
    'http-server.https.keystore.path': at('server.pem'),
    'http-server.authentication.type': 'PASSWORD,JWT',
    'http-server.authentication.jwt.key-file': at('token.key'),
    'http-server.authentication.allow-insecure-over-http': true,
    'internal-communication.shared-secret': secret.toString('hex'),
    'password-authenticator.config-files': at('passwords.properties'),
    'access-control.config-files': at('rules.properties'),
    'discovery.uri': `http://127.0.0.1:${port}`,
    'query.max-memory': '256MB',
    'query.max-memory-per-node': '256MB',
    'memory.heap-headroom-per-node': '128MB',
    'web-ui.enabled': false,
    'plugin.dir': `${findEngine('trino') ?? ''}/plugin`,
    'catalog.config-dir': at('catalog'),
  });
}

/** `nobody` may not read `memory` at all. */
const RULES = {
  catalogs: [
    { user: 'admin', catalog: '.*', allow: 'all' },
    { catalog: 'tpch|system', allow: 'all' },
    { user: 'nobody', catalog: 'memory', allow: 'none' },
    { catalog: 'memory', allow: 'read-only' },
  ],
};

/** @see https://trino.io/docs/current/security/password-file.html */
function toPasswordLine([user, password]: [string, string]): string {
  const salt = randomBytes(16);
  const hash = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha1');
  return `${user}:${ITERATIONS}:${salt.toString('hex')}:${hash.toString('hex')}\n`;
}

const ITERATIONS = 1_000;

/** @see RFC 7519 */
function signToken(claims: object, secret: Buffer): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
