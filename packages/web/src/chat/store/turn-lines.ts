import { ApiError } from '@oriel/client';
import type { ChatFrame } from '@oriel/contract';
import type { ChatClient, TurnRequest } from '../../chat-client/chat-client.ts';
import { ServerSilent } from '../../query/server-watch.ts';

/** Waited before a turn is joined again, each time that it breaks off without a line. */
const PAUSES_MS: readonly number[] = [500, 2_000, 5_000, 10_000];

/** Without a line for so long the connection is dead: the server repeats its last one every 15 seconds. */
const SILENT_MS = 45_000;

/** A turn as its lines are read. */
interface ReadTurn {
  readonly client: Pick<ChatClient, 'stream'>;
  readonly agentId: number | undefined;
  readonly request: TurnRequest;
  readonly signal: AbortSignal;
  readonly pauses?: readonly number[] | undefined;
  /** Default 45 seconds. */
  readonly silentMs?: number | undefined;
}

/**
 * The lines of a turn until its last one, which tells its usage. Where they break off or fall silent on the way, the
 * turn goes on at the server, and the same message joins it.
 *
 * @throws what the client throws
 */
export async function* linesOfTurn(turn: ReadTurn): AsyncGenerator<ChatFrame, void, undefined> {
  const { client, agentId, request, signal, pauses = PAUSES_MS, silentMs = SILENT_MS } = turn;
  let chatId: string | undefined;
  for (let tries = 0; ;) {
    const dead = new AbortController();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(
        () => dead.abort(new TypeError('The lines of the turn have fallen silent')),
        silentMs,
      );
    };
    try {
      const known = chatId === undefined ? request : { ...request, chatId };
      // Where the first line is late, the client asks whether the server is there.
      if (chatId !== undefined) listen();
      for await (const frame of client.stream(agentId, known, AbortSignal.any([signal, dead.signal]))) {
        listen();
        tries = 0;
        const named = frame.state?.['chatId'];
        if (typeof named === 'string') chatId = named;
        yield frame;
        if (frame.id === '__usage__') return;
      }
      throw new TypeError('The lines of the turn have broken off');
    } catch (error) {
      const pause = pauses[tries];
      // A turn that never began is for the person to ask again.
      if (signal.aborted || isFinal(error) || chatId === undefined || pause === undefined) throw error;
      tries += 1;
      await new Promise((resolve) => setTimeout(resolve, pause));
    } finally {
      clearTimeout(silence);
    }
  }
}

/**
 * What the server refuses it refuses again, which a proxy without a server does not; one that is silent has been waited
 * for.
 */
const isFinal = (error: unknown): boolean =>
  error instanceof ServerSilent ||
  (error instanceof ApiError && (error.code !== 'unknown' || error.status < 500));
