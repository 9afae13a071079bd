import { brands, coded, resolveLocale, sealEvent, type ShippedLocale, type Surface } from '@oriel/embed';
import { framingRefusalTexts } from '../messages/framing-refusal-texts.ts';

/**
 * The program of the page that a frame shows in place of a surface which the page around it may not frame. It is built
 * as one script without imports (`vite.config.ts`), which the server writes into the page.
 */
interface FramingRefusalConfig {
  readonly brand: keyof typeof brands;
  readonly surface: Surface;
  /** The origin that was refused: the referrer of the request. */
  readonly origin: string;
  /** The languages of the session and of the account. */
  readonly locales: readonly string[];
}

// The server writes it into every such page.
const config = JSON.parse(
  document.querySelector('#oriel-config')?.textContent ?? '{}',
) as FramingRefusalConfig;

const parentOrigin = window.location.ancestorOrigins?.[0];
// Another page has only led the frame here, such as one of a sign-in. Without a referrer the browser itself decides, by
// whom the frame really is of.
if (parentOrigin !== undefined && parentOrigin !== config.origin)
  window.location.replace(window.location.href);
else {
  show(localeOf(config));
  tell(config);
}

function localeOf({ locales }: FramingRefusalConfig): ShippedLocale {
  const asked = new URLSearchParams(window.location.search).get('locale') ?? '';
  const found = [asked, ...locales, ...navigator.languages].map(resolveLocale);
  return found.find((locale) => locale !== undefined) ?? 'en-US';
}

function show(locale: ShippedLocale): void {
  const { title, text } = framingRefusalTexts[locale];
  document.documentElement.lang = locale;
  document.documentElement.dataset['scheme'] =
    new URLSearchParams(window.location.search).get('colorScheme') ?? '';
  document.title = title;
  const heading = Object.assign(document.createElement('h1'), { textContent: title, dir: 'auto' });
  const sentence = Object.assign(document.createElement('p'), { dir: 'auto' });
  const [before = '', after = ''] = text.split('{{origin}}');
  // An address reads from left to right in every language.
  const origin = Object.assign(document.createElement('bdi'), { textContent: config.origin, dir: 'ltr' });
  sentence.append(before, origin, after);
  document.querySelector('main')?.replaceChildren(heading, sentence);
}

/** Only a page of the origin that was refused hears it. */
function tell({ brand, surface, origin }: FramingRefusalConfig): void {
  const event = {
    type: 'origin-refused',
    payload: { origin, ...coded('origin_not_allowed') },
    timestamp: Date.now(),
    surface,
  } as const;
  window.parent.postMessage(sealEvent(event, brands[brand]), origin);
}
