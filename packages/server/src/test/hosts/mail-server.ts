import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';

/** A message that the mail server of a test has taken. */
export interface ReceivedMail {
  readonly to: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Every part, decoded, by its content type or, of a file, by its name. */
  readonly parts: ReadonlyMap<string, string>;
}

/** A mail server on the loopback interface. */
export interface MailServer {
  readonly settings: { readonly smtpUrl: string; readonly smtpFrom: string };
  readonly mails: ReceivedMail[];
  /** Called before a recipient is taken; what it throws is what the server answers. */
  onRecipient: (address: string) => void | Promise<void>;
  close(): Promise<void>;
}

/** A refusal of the mail server, as `550 No such user`. */
export function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

/** Starts a mail server that takes everything. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const mailServer: { onRecipient: MailServer['onRecipient'] } = { onRecipient: () => {} };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      callbackify(async () => mailServer.onRecipient(address))((error) => done(error)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(',');
        mails.push({ to, ...readMessage(Buffer.concat(chunks).toString('latin1')) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address with a port.
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(mailServer, {
    settings: { smtpUrl: `smtp://127.0.0.1:${port}`, smtpFrom: 'Oriel <reports@example.com>' },
    mails,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  });
}

function readMessage(raw: string): Pick<ReceivedMail, 'headers' | 'parts'> {
  const { headers, body } = splitHead(raw);
  const parts = new Map<string, string>();
  collectParts(headers, body, parts);
  return { headers, parts };
}

function splitHead(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: raw.slice(end + 4) };
}

function collectParts(headers: ReadonlyMap<string, string>, body: string, parts: Map<string, string>): void {
  const type = headers.get('content-type') ?? 'text/plain';
  const [, boundary] = /boundary="?([^";]+)"?/.exec(type) ?? [];
  if (boundary === undefined) {
    const [, name] = /filename="?([^";]+)"?/.exec(headers.get('content-disposition') ?? '') ?? [];
    parts.set(name ?? type.split(';')[0] ?? '', decode(headers.get('content-transfer-encoding'), body));
    return;
  }
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const inner = splitHead(part.replace(/^\r\n/, ''));
    collectParts(inner.headers, inner.body, parts);
  }
}

function decode(encoding: string | undefined, text: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
