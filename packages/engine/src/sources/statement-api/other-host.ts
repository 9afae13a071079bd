import { createHttpSender, type HttpSender } from '../connection/http-sender.ts';
import type { ServerSourceConfig } from '../connection/source-config.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A URL of HTTPS, or of HTTP on this machine; undefined for any other text. */
export function parseSafeUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  return url && isSafe ? url : undefined;
}

/**
 * Makes the sender for the host of a URL that a source is led to. It is reached as the source itself is: in the same
 * networks, by the same authorities, but without the certificate of the source.
 */
export function createSenderFor(
  { protocol, hostname, port }: URL,
  { ssl, networks }: Pick<ServerSourceConfig, 'ssl' | 'networks'>,
  maxAnswerMb: number,
): HttpSender {
  const isEncrypted = protocol === 'https:';
  const { ca, rejectUnauthorized = true } = ssl ?? {};
  return createHttpSender({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (isEncrypted ? 443 : 80),
    ssl: isEncrypted ? { rejectUnauthorized, ...(ca !== undefined && { ca }) } : undefined,
    networks,
    maxAnswerMb,
  });
}
