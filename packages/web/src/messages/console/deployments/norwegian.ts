import type { Translation } from '../../translation/translation.ts';
import type { deploymentsEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const deploymentsNorwegian: Translation<typeof deploymentsEnglish> = {
  deployments: {
    unloaded: 'Distribusjonene dine kunne ikke lastes inn',
    none: 'Ingen distribusjon ennå',
    noneText:
      'En distribusjon har sin egen datamodell og et arbeidsområde over den. Opprett den første; den begynner med en tom modell.',
    noneOfYours: 'Ingen distribusjon er åpen for deg',
    noneOfYoursText:
      'En administrator for denne kontoen kan gi deg tilgang til en, eller opprette en for deg.',
    create: {
      submit: 'Opprett distribusjonen',
      title: 'Ny distribusjon',
      name: 'Navn',
      description: 'Hva den handler om, for eksempel Salg eller Fly',
      creating: 'Oppretter distribusjonen …',
      taken: 'Det finnes en distribusjon med dette navnet. Velg et annet.',
      required: 'Et navn trengs',
      tooLong: 'Høyst {{max, number}} tegn',
    },
  },
};
