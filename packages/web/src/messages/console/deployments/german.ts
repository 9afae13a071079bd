import type { Translation } from '../../translation/translation.ts';
import type { deploymentsEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const deploymentsGerman: Translation<typeof deploymentsEnglish> = {
  deployments: {
    unloaded: 'Ihre Deployments konnten nicht geladen werden',
    none: 'Noch kein Deployment',
    noneText:
      'Ein Deployment hat ein eigenes Datenmodell und darüber einen Arbeitsbereich. Legen Sie das erste an; es beginnt mit einem leeren Modell.',
    noneOfYours: 'Kein Deployment ist für Sie offen',
    noneOfYoursText:
      'Ein Administrator dieses Kontos kann Ihnen Zugang zu einem geben oder eines für Sie anlegen.',
    create: {
      submit: 'Deployment anlegen',
      title: 'Neues Deployment',
      name: 'Name',
      description: 'Worum es geht, zum Beispiel Vertrieb oder Flüge',
      creating: 'Das Deployment wird angelegt …',
      taken: 'Ein Deployment dieses Namens gibt es schon. Wählen Sie einen anderen.',
      required: 'Ein Name ist nötig',
      tooLong: 'Höchstens {{max, number}} Zeichen',
    },
  },
};
