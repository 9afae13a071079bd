import { parameter } from './define-parameter.ts';
import { text } from '../schema.ts';

/** Path parameters of chat threads. */
export const chatThreadParameters = {
  chatThreadId: parameter(
    text('Id of the thread.', {
      minLength: 36,
      maxLength: 36,
      pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
      example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
    }),
    'chat_thread_not_found',
  ),
};
