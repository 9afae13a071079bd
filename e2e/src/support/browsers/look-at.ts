import type { Page } from 'playwright-core';

/** What a picture shows. */
export interface Look {
  width: number;
  height: number;
  /** How many colours are in it. */
  colors: number;
  /** Red, green and blue of the pixel in the middle, such as `10,120,60`. */
  middle: string;
}

/** Looks at a PNG in a page of a browser. */
export async function lookAt(page: Page, png: Buffer): Promise<Look> {
  return page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], { type: 'image/png' }),
    );
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('There is no canvas');
    context.drawImage(bitmap, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    const [red, green, blue] = context.getImageData(Math.floor(width / 2), Math.floor(height / 2), 1, 1).data;
    return { width, height, colors: new Set(pixels).size, middle: `${red},${green},${blue}` };
  }, png.toString('base64'));
}
