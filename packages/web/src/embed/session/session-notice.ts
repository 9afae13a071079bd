import { inEachLanguage } from './each-language.ts';
import type { SurfaceSession } from './session.ts';
import type { SurfacePreferences } from '../preferences/surface-preferences.ts';

/** A host that renews its sessions needs no longer: its viewer is not told of what is over in a moment. */
const MOMENT_MS = 2_000;

/**
 * Above a surface that is shown: the session is over, and what its viewer has asked for waits until the host sends
 * another one.
 */
export async function tellSessionOver(
  session: Pick<SurfaceSession, 'onRenewed'>,
  preferences: Pick<SurfacePreferences, 'locale' | 'subscribe'>,
): Promise<void> {
  const end = new AbortController();
  const bar = Object.assign(document.createElement('p'), { className: 'session-bar' });
  bar.setAttribute('role', 'alert');
  const stop = session.onRenewed(() => {
    stop();
    end.abort();
    moves.disconnect();
    bar.remove();
  });
  // What a dialog covers is neither seen nor read out: the bar stands in the dialog that is open. Where that goes, it
  // goes back to the page.
  const place = () => {
    const around = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    if (bar.parentElement !== around || !bar.isConnected) around.prepend(bar);
  };
  const moves = new MutationObserver(place);
  await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
  if (end.signal.aborted) return;
  await inEachLanguage(preferences, end.signal, ['used'], ([message]) => {
    bar.textContent = message;
    place();
    moves.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  });
}
