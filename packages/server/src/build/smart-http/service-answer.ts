import { refuse } from '@oriel/contract';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { GitService, RunningService } from './git-service.ts';

/**
 * What a git client is answered, once git has begun to answer. Until then what the client has sent may still be
 * refused.
 *
 * @throws `payload_too_large`, `malformed_request`, also where git has ended without an answer
 */
export async function answerOf({ output, received, ended }: RunningService): Promise<Readable> {
  const failed = new Promise<never>((_resolve, reject) => {
    received.catch(reject);
    ended.catch(reject);
  });
  await Promise.race([once(output, 'readable'), failed]);
  const hasAnswer = output.readableLength > 0;
  if (!hasAnswer && (await Promise.race([ended, failed])).exitCode !== 0) {
    await Promise.race([received, failed]);
    throw refuse('malformed_request', { reason: 'git finds no request of a git client in it' });
  }
  return output;
}

/**
 * The refs as a client expects them when it asks for a service, in versions 0 and 1 of the protocol with the service's
 * name.
 */
export function withServiceName(output: Readable, service: GitService): Readable {
  const line = `# service=git-${service}\n`;
  const name = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
  return Readable.from(
    (async function* () {
      yield Buffer.from(name);
      yield* output;
    })(),
    { objectMode: false },
  );
}
