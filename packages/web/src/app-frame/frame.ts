import { closeConnections } from './close-connections.ts';
import { closeHints } from './close-hints.ts';

/*
 * Comes first in each page of a dashboard app, and tells the surface around it what becomes of the page. It has no right that the
 * author's own scripts do not have: what they say in its name is believed of them, and of nobody else.
 */

const tell = (method: string, message?: string) =>
  window.parent.postMessage({ method, ...(message !== undefined && { params: { message } }) }, '*');

const textOf = (reason: unknown) =>
  reason instanceof Error
    ? `${reason.name}: ${reason.message}`
    : String(reason ?? 'An error without a message');

closeConnections();
closeHints();

tell('opened');
window.addEventListener(
  'error',
  ({ target, message }: Event & { message?: string }) => {
    if (target instanceof HTMLScriptElement)
      tell(
        'failed',
        `A script could not be loaded: ${target.getAttribute('src') ?? 'a module that it imports'}`,
      );
    else if (target === window) tell('failed', textOf(message));
  },
  // Errors of elements do not bubble.
  true,
);
window.addEventListener('unhandledrejection', ({ reason }) => tell('failed', textOf(reason)));
// After the refusals that its scripts have left behind.
window.addEventListener('load', () => setTimeout(() => tell('complete')));
