/**
 * Takes from a page of Chromium what Firefox or Safari do not have, before anything runs in it, so that every test of a
 * browser fails where the code would fail there. It is sent to the page as it stands.
 */
export function asInOtherBrowsers(): void {
  // Safari has none of these.
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
  for (const name of ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'Temporal'])
    Reflect.deleteProperty(window, name);
  // Firefox lists UTC among its time zones.
  const supportedValuesOf = Intl.supportedValuesOf.bind(Intl);
  Intl.supportedValuesOf = (key) => {
    const values = supportedValuesOf(key);
    return key === 'timeZone' && !values.includes('UTC') ? [...values, 'UTC'].toSorted() : values;
  };
}
