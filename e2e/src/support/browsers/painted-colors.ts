import type { Locator, Page } from 'playwright-core';

/** The colours of a canvas as `#rrggbb`, with how many of its pixels have exactly that one. */
export function paintedColors(canvas: Locator): Promise<Record<string, number>> {
  return canvas.evaluate((element) => {
    // A chart is drawn on a canvas.
    const drawn = element as HTMLCanvasElement;
    const { data } = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? { data: [] };
    const counts: Record<string, number> = {};
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 255) continue;
      const hex = [0, 1, 2].map((part) => (data[at + part] ?? 0).toString(16).padStart(2, '0'));
      const color = `#${hex.join('')}`;
      counts[color] = (counts[color] ?? 0) + 1;
    }
    return counts;
  });
}

/** The same of a picture in PNG; any page can read it. */
export async function colorsOfPng(page: Page, png: Uint8Array): Promise<Record<string, number>> {
  const handle = await page.evaluateHandle(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    canvas.id = 'decoded';
    document.body.append(canvas);
  }, Buffer.from(png).toString('base64'));
  await handle.dispose();
  return paintedColors(page.locator('#decoded'));
}
