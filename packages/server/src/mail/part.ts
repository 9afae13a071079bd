import { logger, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { createMailQueue } from './mail-queue.ts';
import { createMailRoom, type MailRoom } from './mail-room.ts';

/** Hands mail to the mail server; undefined without one. */
export const mailRoomPart = part({
  name: 'mail',
  needs: { settings },
  make({ settings: { mail } }): { provides: MailRoom | undefined; close(): void } {
    const room = mail && createMailRoom(mail);
    return { provides: room, close: () => room?.close() };
  },
});

/** Mail that a request does not wait for. */
export const mailQueuePart = part({
  name: 'mail that waits',
  needs: { logger },
  make({ logger }) {
    const queue = createMailQueue({
      onFault: (error) => logger.warn({ err: error }, 'A message was not sent'),
    });
    return { provides: queue, close: () => queue.close() };
  },
});
