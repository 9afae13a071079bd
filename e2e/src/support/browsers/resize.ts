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
    const inner = await place.evaluate((one: HTMLElement) => [one.clientWidth, one.clientHeight]);
    await drawn(frame, inner);
  }
}

/** Waits until a frame has the size and has been drawn twice: what it sets in a drawing is shown by the next. */
async function drawn(frame: Frame, size: number[]): Promise<void> {
  await frame.waitForFunction(
    ([width, height]) => window.innerWidth === width && window.innerHeight === height,
    size,
  );
  await frame.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
}
