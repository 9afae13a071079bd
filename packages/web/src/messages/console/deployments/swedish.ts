import type { Translation } from '../../translation/translation.ts';
import type { deploymentsEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const deploymentsSwedish: Translation<typeof deploymentsEnglish> = {
  deployments: {
    unloaded: 'Dina distributioner kunde inte läsas in',
    none: 'Ingen distribution än',
    noneText:
      'En distribution har en egen datamodell och en arbetsyta ovanpå den. Skapa den första; den börjar med en tom modell.',
    noneOfYours: 'Ingen distribution är öppen för dig',
    noneOfYoursText: 'En administratör för kontot kan ge dig åtkomst till en, eller skapa en åt dig.',
    create: {
      submit: 'Skapa distributionen',
      title: 'Ny distribution',
      name: 'Namn',
      description: 'Vad den handlar om, till exempel Försäljning eller Flyg',
      creating: 'Skapar distributionen …',
      taken: 'Det finns redan en distribution med det namnet. Välj ett annat.',
      required: 'Ett namn behövs',
      tooLong: 'Högst {{max, number}} tecken',
    },
  },
};
