/**
 * Gives up the body of an answer that nobody reads: a browser keeps a request until its body has been read, or the page
 * is gone.
 */
export function discardBody({ body }: Response): void {
  // One that broke off, or that a caller reads, needs no more.
  body?.cancel().catch(() => {});
}
