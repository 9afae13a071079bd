/** What the address of the page says: the provider that was tested just now. */
export function readAuthenticationSearch(search: Record<string, unknown>): { tested?: number } {
  const tested = Number(search['tested']);
  return Number.isSafeInteger(tested) && tested > 0 ? { tested } : {};
}
