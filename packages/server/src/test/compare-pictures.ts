import type { BrowserContext } from 'playwright-core';

/** How much of 255 a channel may differ: edges are smoothed a little differently from drawing to drawing. */
const TOLERANCE = 8;

/** How many pixels of two PNG pictures look different; all of the larger one where their sizes differ. */
export async function differentPixels(context: BrowserContext, one: Buffer, other: Buffer): Promise<number> {
  const page = await context.newPage();
  try {
    const given = [one, other].map((picture) => `data:image/png;base64,${picture.toString('base64')}`);
    // Runs in the page.
    return Number(await page.evaluate(`(${COMPARE})(${JSON.stringify(given)}, ${TOLERANCE})`));
  } finally {
    await page.close();
  }
}

const COMPARE = `async (addresses, tolerance) => {
  const [one, other] = await Promise.all(addresses.map(async (address) => {
    const image = Object.assign(new Image(), { src: address });
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  }));
  if (one.width !== other.width || one.height !== other.height) return Math.max(one.data.length, other.data.length) / 4;
  let different = 0;
  for (let at = 0; at < one.data.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs(one.data[at + channel] - other.data[at + channel]) > tolerance)) different += 1;
  return different;
}`;
