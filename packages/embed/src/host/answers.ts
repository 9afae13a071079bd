import type { EmbedEvent } from '../protocol/events.ts';

/** An action that the surface has not carried out. The message is the surface's. */
export class EmbedActionError extends Error {
  override readonly name = 'EmbedActionError';
}

/** What is said to those who wait when the connection ends. */
export const closedError = () => new Error('The embed was disconnected before it answered');

/** An id that no other action has. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** What an action was answered with, as a whole. */
interface Answer {
  /** Of `get-state`. */
  readonly state?: string;
}

interface Waiting {
  answer: Answer;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

/** The actions that wait for their answers. */
interface Answers {
  /** Waits for the answer under an id. @throws as `request` of a connection */
  expect(id: string, signal?: AbortSignal): Promise<Answer>;
  /** Looks at an event for an answer. */
  hear(event: EmbedEvent): void;
  /** Nothing comes any more. */
  close(): void;
}

export function createAnswers(): Answers {
  const waiting = new Map<string, Waiting>();
  return {
    expect: (id, signal) =>
      new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(id);
          reject(signal?.reason);
        };
        const end = () => {
          waiting.delete(id);
          signal?.removeEventListener('abort', giveUp);
        };
        signal?.addEventListener('abort', giveUp);
        waiting.set(id, {
          answer: {},
          resolve(answer) {
            end();
            resolve(answer);
          },
          reject(reason) {
            end();
            reject(reason);
          },
        });
      }),
    hear({ type, payload }) {
      if (type === 'state') {
        const asked = payload.id === undefined ? undefined : waiting.get(payload.id);
        if (asked) asked.answer = { state: payload.state };
      }
      if (type !== 'action-result') return;
      const asked = waiting.get(payload.id);
      if (payload.ok) asked?.resolve(asked.answer);
      else asked?.reject(new EmbedActionError(payload.message ?? 'The action was refused'));
    },
    close() {
      for (const { reject } of waiting.values()) reject(closedError());
    },
  };
}
