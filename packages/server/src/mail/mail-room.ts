import type { Transporter } from 'nodemailer';
import type { Attachment } from 'nodemailer/lib/mailer/index.js';
import { MailFailure } from './mail-failure.ts';

/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  /** The same for programs without HTML. */
  readonly text: string;
  /** The same for each try, so that a mail server can tell that it has the message already. */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
}

/** Hands messages to the mail server of the installation. */
export interface MailRoom {
  /** Resolves once the mail server has taken the message. @throws {@link MailFailure} */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** How mail is sent: the settings of the same names. */
export interface MailSettings {
  /** `smtp:` or `smtps:`, with user and password where the server asks for them. */
  readonly smtpUrl: string;
  /** The sender, as `Oriel <reports@example.com>`. */
  readonly smtpFrom: string;
}

const CONNECT_MS = 15_000;
const SILENT_MS = 60_000;
/** Connections to the mail server at a time, kept for the next messages. */
const MAX_CONNECTIONS = 5;

/** Makes the mail room of a mail server. It loads what sends mail, and connects, with the first message. */
export function createMailRoom(settings: MailSettings): MailRoom {
  let opening: Promise<Transporter> | undefined;
  return {
    async send({ to, headers, attachments, ...mail }) {
      const transport = await (opening ??= openTransport(settings));
      try {
        // As an address and not as a text, in which a comma would begin another one.
        await transport.sendMail({
          ...mail,
          to: { name: '', address: to },
          ...(headers && { headers: { ...headers } }),
          ...(attachments && { attachments: [...attachments] }),
        });
      } catch (error) {
        throw toFailure(error);
      }
    },
    async close() {
      (await opening)?.close();
    },
  };
}

async function openTransport({ smtpUrl, smtpFrom }: MailSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      // Nothing of a message is read from a disk or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: smtpFrom },
  );
}

/** @see RFC 5321 section 4.2.1: 4yz may succeed later, 5yz will not. */
function toFailure(cause: unknown): MailFailure {
  const { responseCode, response, message } = cause as {
    responseCode?: number;
    response?: string;
    message?: string;
  };
  const isPermanent = responseCode !== undefined && responseCode >= 500 && !isOfSession(cause);
  return new MailFailure(response ?? message ?? 'The mail server does not answer', { isPermanent, cause });
}

/** A refused sign-in is about the settings of the server, which its operator may mend. */
function isOfSession(cause: unknown): boolean {
  return (cause as { code?: string }).code === 'EAUTH';
}
