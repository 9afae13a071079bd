import type { Translation } from '../../translation/translation.ts';
import type { reportsEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const reportsNorwegian: Translation<typeof reportsEnglish> = {
  python: {
    title: 'Python',
    run: 'Kjør',
    ran: 'Kjørt {{time}} over {{count, number}} rader som {{name}} ser',
    ranByNobody: 'Kjørt {{time}} over {{count, number}} rader',
    shownToAll: 'Alle som leser denne rapporten, ser hva den etterlot seg.',
    never: 'Den er ikke kjørt ennå: radene til spørringen vises.',
    outdated: 'Utdatert',
    outdatedText: 'Koden eller spørringen er endret siden. Kjør på nytt for de nye radene.',
    failed: 'Kjøringen mislyktes',
    keptText: 'Det forrige kjøring etterlot seg, vises fortsatt.',
    printed: 'Hva den skrev ut',
    warned: 'Feil og advarsler',
  },
};
