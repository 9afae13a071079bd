import type { Frame, Page } from 'playwright-core';

/**
 * Gives a page another size in CSS pixels, and waits until it and its frames have drawn themselves with theirs.
 * A frame of another process learns of its size later than the page. Who measures it between its layout and its
 * drawing sees what nobody is shown, as what follows the size of an element does so right before the drawing.
 */
export async function resizePage(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  const [main] = page.frames();
  if (!main) return;
  await drawn(main, [size.width, size.height]);
  for (const frame of main.childFrames()) {
    const place = await frame.frameElement();
    const inner = await place.evaluate(sizeInView);
    if (inner) await drawn(frame, inner);
  }
}

/** The size of what a frame shows; undefined for one that runs no scripts, or that nobody sees and no browser draws. */
function sizeInView(place: SVGElement | HTMLElement): [number, number] | undefined {
  const { left, right, top, bottom } = place.getBoundingClientRect();
  const isInView = right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight;
  const isShown = isInView && right > left && bottom > top && place.checkVisibility();
  const sandbox = place.getAttribute('sandbox');
  const isScripted = sandbox === null || sandbox.includes('allow-scripts');
  return isShown && isScripted ? [place.clientWidth, place.clientHeight] : undefined;
}

/** Waits until a frame has the size and has been drawn twice: what it sets in a drawing is shown by the next. */
async function drawn(frame: Frame, size: readonly [number, number]): Promise<void> {
  await frame.waitForFunction(
    // A frame between two pixels is rounded by each in its way.
    ([width, height]) => Math.abs(innerWidth - width) <= 1 && Math.abs(innerHeight - height) <= 1,
    size,
  );
  await frame.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
}
