import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PEM texts of a certificate and its key. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** An authority, and what it has signed: a server on `127.0.0.1` and `engine.example.com`, and a client. */
export interface Certificates {
  /** The certificate of the authority. */
  readonly ca: string;
  readonly server: KeyPair;
  readonly client: KeyPair;
}

/** Whether the machine has `openssl`, which makes certificates. */
export const hasOpenssl = (): boolean => spawnSync('openssl', ['version']).status === 0;

/** Makes certificates that are good for two days. Needs `openssl`. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-certificates-'));
  const at = (name: string) => join(folder, name);
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const sign = (name: string, subject: string, extensions: string): KeyPair => {
    writeFileSync(at(`${name}.ext`), extensions);
    run('req', ...key, '-keyout', `${name}.key`, '-subj', subject, '-out', `${name}.csr`);
    const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
    run('x509', '-req', '-in', `${name}.csr`, ...signer, '-extfile', `${name}.ext`, '-out', `${name}.pem`);
    return { cert: readFileSync(at(`${name}.pem`), 'utf8'), key: readFileSync(at(`${name}.key`), 'utf8') };
  };
  try {
    run(
      'req',
      '-x509',
      ...key,
      '-keyout',
      'ca.key',
      '-subj',
      '/CN=Authority',
      '-days',
      '2',
      '-out',
      'ca.pem',
    );
    return {
      ca: readFileSync(at('ca.pem'), 'utf8'),
      server: sign(
        'server',
        '/CN=engine.example.com',
        'subjectAltName=IP:127.0.0.1,DNS:engine.example.com\nextendedKeyUsage=serverAuth\n',
      ),
      client: sign('client', '/CN=reader', 'extendedKeyUsage=clientAuth\n'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
