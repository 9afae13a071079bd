/**
 * How a reader of a mail stops what it is of, by the token of {@link makeUnsubscribeToken}; `locale` is the language of
 * the page.
 */
export function unsubscribeLinks(baseUrl: string, token: string, locale?: string) {
  const postUrl = `${baseUrl}/api/v1/notifications/unsubscribe?token=${token}`;
  return {
    // Behind the #, which no server is sent and no log has.
    pageUrl: `${baseUrl}/unsubscribe${locale === undefined ? '' : `?locale=${locale}`}#${token}`,
    headers: {
      // RFC 2369 and RFC 8058: mail programs unsubscribe with one click, and nobody has to sign in.
      'List-Unsubscribe': `<${postUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}
