import type { Translation } from '../../translation/translation.ts';
import type { attributesEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const attributesItalian: Translation<typeof attributesEnglish> = {
  attributes: {
    title: 'Attributi',
    hint: 'Informazioni sugli utenti lette dai criteri di accesso e dai filtri dei modelli di dati, come una regione.',
    create: 'Nuovo attributo',
    none: 'Ancora nessun attributo',
    noneText:
      'Con un attributo, un solo criterio di accesso mostra a ogni utente le righe della sua regione, del suo negozio o del suo cliente.',
    unloaded: 'Impossibile caricare gli attributi',
    noDefault: 'Nessuno',
    editNamed: 'Modifica {{name}}',
    ofUser: 'Attributi di {{name}}',
    noneToSet: 'L’account non ha ancora attributi. Si creano nella pagina Attributi.',
    column: {
      name: 'Attributo',
      type: 'Tipo',
      default: 'Predefinito',
      actions: 'Azioni',
    },
    type: {
      string: 'Testo',
      number: 'Numero',
      boolean: 'Vero o falso',
      string_array: 'Elenco di testi',
      number_array: 'Elenco di numeri',
    },
    valueHint: {
      string: 'Un testo. Vuoto per nessuno.',
      number: 'Un numero. Vuoto per nessuno.',
      boolean: 'true o false. Vuoto per nessuno.',
      string_array: 'Testi separati da virgole. Vuoto per nessuno.',
      number_array: 'Numeri separati da virgole. Vuoto per nessuno.',
    },
    form: {
      create: 'Nuovo attributo',
      edit: 'Modifica {{name}}',
      name: 'Nome',
      nameHint: 'Come lo scrivono i modelli: userAttributes.NAME. Non si può cambiare in seguito.',
      type: 'Tipo',
      displayName: 'Nome da mostrare',
      description: 'Descrizione',
      default: 'Predefinito',
    },
  },
};
