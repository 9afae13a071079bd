/*
 * The hosts from which the texts of an account may show pictures: the header of its pages names them, and the page leaves out
 * whatever comes from elsewhere. Both read the list here.
 */

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(
  String.raw`^(?:(?:\*\.)?(?:${LABEL}\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?|localhost|127\.0\.0\.1|\[::1\])(?::[1-9]\d{0,4})?$`,
);
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/;

/**
 * Whether a text names a host of pictures: `images.example.com`, `*.example.com` for every host below it and not
 * itself, or a loopback host; each perhaps with a port. In lower case; other addresses by number are none.
 */
export function isImageHost(text: string): boolean {
  return text.length <= 255 && HOST.test(text);
}

/** The host as a source of a content security policy. Pictures come by HTTPS, on loopback also without. */
export function imageSourcesOf(host: string): string[] {
  return LOOPBACK.test(host) ? [`https://${host}`, `http://${host}`] : [`https://${host}`];
}

/** Whether the picture at an address may be shown, by the same rules as the policy. */
export function isImageAllowed(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  return hosts.some((host) => imageSourcesOf(host).some((source) => matches(url, source)));
}

function matches({ protocol, hostname, host }: URL, source: string): boolean {
  const [scheme, wanted = ''] = source.split('//');
  if (scheme !== protocol) return false;
  if (!wanted.startsWith('*.')) return host === wanted;
  const [name = '', port] = wanted.slice(2).split(':');
  const isBelow = hostname.endsWith(`.${name}`);
  return isBelow && host === (port === undefined ? hostname : `${hostname}:${port}`);
}
