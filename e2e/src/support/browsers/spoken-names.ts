import type { Page } from 'playwright-core';

/** Roles that a reader stops at. */
const SPOKEN = new Set([
  'group',
  'region',
  'heading',
  'combobox',
  'button',
  'columnheader',
  'image',
  'DisclosureTriangle',
]);

/**
 * What a screen reader is told of a page's embed, by Chromium's own accessibility tree: role and name, in reading
 * order.
 */
export async function spokenNames(page: Page): Promise<string[]> {
  const embed = page.frames().find((frame) => frame !== page.mainFrame());
  if (!embed) throw new Error('The page has no frame');
  const session = await page.context().newCDPSession(embed);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = (id: string): string[] => {
    const { ignored, role, name, childIds = [] } = byId.get(id) ?? { ignored: true };
    const isSpoken = !ignored && SPOKEN.has(String(role?.value)) && Boolean(name?.value);
    return [...(isSpoken ? [`${role?.value} ${name?.value}`] : []), ...childIds.flatMap(read)];
  };
  const root = nodes.find(({ parentId }) => parentId === undefined);
  return root ? read(root.nodeId) : [];
}
