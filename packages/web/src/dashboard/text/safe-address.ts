/**
 * The address of a page or a letter that a text of data may link to; undefined for any other: a script, a file, a name
 * before the host, which would make it look like another one.
 */
export function safeAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || address.trim() === '') return undefined;
  const base = window.location.href;
  if (!URL.canParse(address, base)) return undefined;
  const { protocol, username, password } = new URL(address, base);
  return /^(?:https?|mailto):$/.test(protocol) && username === '' && password === '' ? address : undefined;
}

/** What a link to such an address has: a page of its own, which learns nothing of this one. */
export const outsideLink = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;
