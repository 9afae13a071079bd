import type { Page } from 'playwright-core';

/** Who may frame a page, as its policy says; a page without one is framed by everybody. */
export async function framersOf(page: Page, url: string): Promise<string[]> {
  const answer = await page.request.get(url, { headers: { accept: 'text/html' }, maxRedirects: 0 });
  const policy = answer.headers()['content-security-policy'] ?? '';
  const directive = policy
    .split(';')
    .map((one) => one.trim().split(/\s+/))
    .find(([name]) => name === 'frame-ancestors');
  return directive ? directive.slice(1) : ['*'];
}
