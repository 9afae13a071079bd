import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { CheckFonts } from '../../settings/theme-fonts.ts';
import { makeSelfSignedCertificate } from './self-signed-certificate.ts';

/** What is at a path: a status, and a body or the address that it leads on to. */
interface FontAnswer {
  readonly status?: number;
  readonly body?: string | Buffer;
  readonly location?: string;
}

/** A host of fonts by HTTPS on loopback, with a certificate that this process takes from now on. */
export interface FontHost {
  /** The address of a path. */
  at(path: string): string;
  /** The paths that were asked for since the last look. */
  takeAsked(): string[];
  close(): Promise<void>;
}

/** The first bytes of files, which is all that is looked at. */
export const fontBytes = {
  woff2: Buffer.from('wOF2 and the rest'),
  woff: Buffer.from('wOFF and the rest'),
  ttf: Buffer.from([0, 1, 0, 0, 1, 2, 3]),
  otf: Buffer.from('OTTO and the rest'),
};

/** Takes every font unseen, for tests of what is done with them. */
export const takeFonts: CheckFonts = async () => ({ issues: [], faces: {} });

/** Starts one. */
export async function startFontHost(answers: Readonly<Record<string, FontAnswer>>): Promise<FontHost> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const day = 86_400_000;
  const cert = makeSelfSignedCertificate({
    commonName: 'localhost',
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    publicKey,
    privateKey,
  });
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  let asked: string[] = [];
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ key, cert }, ({ url = '' }, response) => {
    asked.push(url);
    const { status = 200, body = '', location } = answers[url] ?? { status: 404 };
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    at: (path) => `https://localhost:${port}${path}`,
    takeAsked() {
      const taken = asked;
      asked = [];
      return taken;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
