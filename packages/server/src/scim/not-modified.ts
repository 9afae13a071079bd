/** What a resource that was asked for is answered with: itself, or the word that the client has it as it is. */
type Read<T> =
  | { readonly status: 200; readonly body: T }
  | { readonly status: 304; readonly headers: { readonly etag: string | undefined } };

/**
 * Answers with a resource, unless its entity tag is among those of `If-None-Match`.
 *
 * @param version the tag as `ETag` has it, with its quotes
 * @param write makes the body where it is sent
 * @see RFC 7644, section 3.14, and RFC 9110, section 13.1.2: tags are compared weakly
 */
export function readUnlessSeen<T>(
  header: string | undefined,
  version: string | undefined,
  write: () => T,
): Read<T> {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  const isSeen = tags.includes('*') || (version !== undefined && tags.includes(version));
  return isSeen ? { status: 304, headers: { etag: version } } : { status: 200, body: write() };
}
