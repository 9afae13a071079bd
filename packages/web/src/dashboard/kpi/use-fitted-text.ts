import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { followSize } from '../charts/fit/follow-size.ts';

/** Pixels of the smallest text that is read without an effort. */
const LEAST = 13;
/** Pixels of the smallest abbreviation. */
const LEAST_SHORT = 9;

type Form = 'whole' | 'short' | 'long';

interface FittedText<Element extends HTMLElement> {
  /** Of the text, in an element with `data-part=figure` in the one that it has to fit into. */
  element: RefObject<Element | null>;
  /** Whether the short text is shown. */
  isShort: boolean;
  /** Whether it has to go on in another line, as it has no short form. */
  isTooLong: boolean;
}

/** Writes a text in one line, as small as its place needs; where that is too small, its short form. */
export function useFittedText<Element extends HTMLElement>(
  whole: string,
  short: string | undefined,
): FittedText<Element> {
  const element = useRef<Element>(null);
  const [form, setForm] = useState<Form>('whole');
  useLayoutEffect(() => {
    const { current } = element;
    const place = current?.closest('[data-part=figure]')?.parentElement;
    if (!current || !place) return undefined;
    const fit = () => {
      const size = fittedSize(current, whole, place.clientWidth);
      const isSmall = size !== undefined && size < LEAST;
      const next: Form = !isSmall ? 'whole' : short !== undefined ? 'short' : 'long';
      setForm(next);
      const shortSize = next === 'short' ? fittedSize(current, short ?? whole, place.clientWidth) : size;
      const least = next === 'short' ? LEAST_SHORT : LEAST;
      current.style.fontSize = shortSize === undefined ? '' : `${Math.max(least, shortSize)}px`;
    };
    fit();
    // A font of the account may come later, with other widths.
    void document.fonts.ready.then(fit);
    return followSize(place, fit);
  }, [whole, short]);
  return { element, isShort: form === 'short', isTooLong: form === 'long' };
}

/** Pixels of the font with which a text is no wider than its place; undefined where it is not with its usual size. */
function fittedSize(element: HTMLElement, text: string, room: number): number | undefined {
  const measured = element.cloneNode(false) as HTMLElement;
  measured.textContent = text;
  measured.removeAttribute('data-wraps');
  Object.assign(measured.style, { fontSize: '', position: 'absolute', visibility: 'hidden' });
  element.after(measured);
  const width = measured.getBoundingClientRect().width;
  const usual = Number.parseFloat(getComputedStyle(measured).fontSize);
  measured.remove();
  // Nothing is as wide as nothing while the page is not laid out.
  if (room === 0 || width <= room) return undefined;
  return Math.floor((usual * room * 10) / width) / 10;
}
