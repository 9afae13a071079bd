import type { Translation } from '../../translation/translation.ts';
import type { deploymentsEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const deploymentsItalian: Translation<typeof deploymentsEnglish> = {
  deployments: {
    unloaded: 'Impossibile caricare i Suoi deployment',
    none: 'Ancora nessun deployment',
    noneText:
      'Un deployment ha un proprio modello di dati e un’area di lavoro sopra di esso. Crei il primo; inizia con un modello vuoto.',
    noneOfYours: 'Nessun deployment è aperto per Lei',
    noneOfYoursText: 'Un amministratore di questo account può darLe accesso a uno, o crearne uno per Lei.',
    create: {
      submit: 'Crea il deployment',
      title: 'Nuovo deployment',
      name: 'Nome',
      description: 'Di che cosa tratta, come Vendite o Voli',
      creating: 'Creazione del deployment …',
      taken: 'C’è già un deployment con questo nome. Ne scelga un altro.',
      required: 'Serve un nome',
      tooLong: 'Al massimo {{max, number}} caratteri',
    },
  },
};
