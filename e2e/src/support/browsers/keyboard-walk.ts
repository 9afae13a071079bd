import type { Page } from 'playwright-core';

/** Where the focus is after a press of Tab. */
export interface FocusStop {
  /** Role and name, as a screen reader says them: `link "Workspace"`. */
  readonly spoken: string;
  readonly hasName: boolean;
  /** The landmark of the page: header, navigation, main (also within its own header), dialog. */
  readonly region: string;
  /** Whether a ring, a shadow or a border says so, and it is on the screen. */
  readonly isSeen: boolean;
}

/** Presses Tab until the focus leaves the page or comes back to where it was first; the stops, in order. */
export async function walkByTab(page: Page, most = 150): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const element of document.querySelectorAll('[data-first-stop]'))
      element.removeAttribute('data-first-stop');
  });
  while (stops.length < most) {
    await page.keyboard.press('Tab');
    const stop = await focusStop(page);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error(
    `The focus does not come to an end: ${stops
      .slice(-6)
      .map(({ spoken }) => spoken)
      .join(', ')}`,
  );
}

/** What has the focus; undefined for nothing, and where the walk began. */
async function focusStop(page: Page): Promise<FocusStop | undefined> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || element.hasAttribute('data-first-stop')) return undefined;
    if (!document.querySelector('[data-first-stop]')) element.setAttribute('data-first-stop', '');
    const above = element.parentElement;
    const marks = [
      element,
      above,
      // A field of several values has its ring around all of them.
      above?.parentElement,
      above?.parentElement?.parentElement,
      element.nextElementSibling,
      element.previousElementSibling,
    ];
    const isMarked = marks.some((part) => {
      if (!part) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
      return (
        (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) ||
        (part === element && boxShadow !== 'none')
      );
    });
    const box = element.getBoundingClientRect();
    const isOnScreen = box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight;
    const region = element.closest('[role=dialog]')
      ? 'dialog'
      : ((element.closest('main') ?? element.closest('header, nav'))?.tagName.toLowerCase() ?? 'page');
    return { isSeen: isMarked && isOnScreen, region };
  });
  if (!seen) return undefined;
  const [spoken = ''] = (await page.locator(':focus').ariaSnapshot()).replace(/^- /, '').split('\n');
  return { ...seen, spoken, hasName: /"[^"]+"|: \S/.test(spoken) };
}
