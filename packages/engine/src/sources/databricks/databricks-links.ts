import { EngineError } from '../../errors/errors.ts';
import { unavailable } from '../connection/circuit-breaker.ts';
import { reasonOf } from '../connection/connect-failure.ts';
import { sendUntilAnswered, type HttpSender } from '../connection/http-sender.ts';
import type { ServerSourceConfig } from '../connection/source-config.ts';
import { createSenderFor, parseSafeUrl } from '../statement-api/other-host.ts';

/** Reads parts of results from the storage of the cloud that the API leads to. */
interface ExternalLinks {
  /**
   * The text of what is there.
   *
   * @throws `source.unavailable`, without the address, which holds a credential; the reason of the signal
   */
  read(link: ExternalLink, signal: AbortSignal): Promise<string>;
  close(): void;
}

/** Where a part of a result is for some minutes, and the headers that open it. */
export interface ExternalLink {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const NO_STORAGE = 'its result is kept in a storage of the cloud that cannot be read from here';

/** The storage is sent no credential of the source: its links have their own. */
export function createExternalLinks(
  config: Pick<ServerSourceConfig, 'ssl' | 'networks'>,
  maxAnswerMb: number,
): ExternalLinks {
  const senders = new Map<string, HttpSender>();
  const senderOf = (url: URL): HttpSender => {
    const sender = senders.get(url.origin) ?? createSenderFor(url, config, maxAnswerMb);
    senders.set(url.origin, sender);
    return sender;
  };
  return {
    async read({ url: text, headers: own }, signal) {
      const url = parseSafeUrl(text);
      if (!url) throw unavailable(NO_STORAGE, undefined);
      const path = `${url.pathname}${url.search}`;
      const headers = { ...own, 'accept-encoding': 'gzip' };
      try {
        const answer = await sendUntilAnswered(senderOf(url), { method: 'GET', path, headers, signal });
        if (answer.status === 200) return answer.text;
        throw unavailable(NO_STORAGE, new Error(`HTTP ${answer.status} of the storage`));
      } catch (error) {
        if (signal.aborted || error instanceof EngineError) throw error;
        throw unavailable(reasonOf(error, 'storage of results'), error);
      }
    },
    close: () => senders.forEach((sender) => sender.close()),
  };
}
