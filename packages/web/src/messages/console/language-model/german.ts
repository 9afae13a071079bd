import type { Translation } from '../../translation/translation.ts';
import type { languageModelEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const languageModelGerman: Translation<typeof languageModelEnglish> = {
  ai: {
    title: 'KI',
    hint: 'Das Sprachmodell, das in Chats antwortet, und wie viel Personen davon nutzen.',
    unloaded: 'Die Einstellungen konnten nicht geladen werden',
    model: {
      title: 'Sprachmodell',
      hint: 'Fragen, und was Abfragen darauf antworten, werden an es gesendet.',
      using: {
        account: 'Dieses Modell des Kontos beantwortet Chats.',
        server:
          '{{model}}, vom Betreiber des Servers eingerichtet, beantwortet Chats. Sie können ein eigenes festlegen.',
        none: 'Kein Modell ist eingerichtet: Chats beantworten, was zertifizierte Abfragen und die Namen des Datenmodells hergeben.',
      },
      provider: 'Format',
      providers: {
        'openai-compatible': 'OpenAI-kompatibel',
        anthropic: 'Anthropic',
      },
      baseUrl: 'Basisadresse',
      baseUrlExample: 'https://models.example.com/v1',
      baseUrlHint: 'Wird über HTTPS erreicht; Adressen privater Netze werden abgelehnt.',
      baseUrlHintPrivate: 'Adressen privater Netze sind erlaubt, auch über HTTP.',
      name: 'Modell',
      nameExample: 'large-1',
      key: 'Schlüssel',
      keyHint:
        'Wird verschlüsselt gespeichert und nie gezeigt. Lassen Sie ihn leer, wenn der Endpunkt keinen verlangt.',
      keyKept: 'Ein Schlüssel ist gespeichert. Was Sie hier eingeben, ersetzt ihn.',
      keyElsewhere:
        'Der gespeicherte Schlüssel gehört zu einer anderen Adresse oder einem anderen Format: Geben Sie den für dieses ein.',
      keyExample: 'Gespeichert',
      removeKey: 'Gespeicherten Schlüssel entfernen',
      remove: 'Modell entfernen',
      removeTitle: 'Modell des Kontos entfernen?',
      removeText: 'Sein Schlüssel wird gelöscht. Chats beantwortet dann das Modell des Servers, oder keines.',
      try: 'Ausprobieren',
      trying: 'Das Modell wird gefragt…',
      answered: '{{model}} hat nach {{seconds}} s geantwortet.',
      answeredText: '{{model}} hat nach {{seconds}} s geantwortet: „{{text}}“',
      unanswered: 'Das Modell antwortet nicht',
    },
    limit: {
      title: 'Tageslimit',
      hint: 'Token, die eine Person an einem Tag (UTC) verbrauchen darf. Eine Nachricht darüber hinaus wird bis zum nächsten Tag abgelehnt.',
      kind: 'Limit',
      kinds: {
        default: 'Der Standard: {{count}} Token',
        own: 'Ein eigenes',
        none: 'Kein Limit',
      },
      tokens: 'Token',
    },
    usage: {
      title: 'Verbrauch',
      hint: 'Nach Person, Agent und Tag (UTC), das Neueste zuerst. Der Balken von heute zeigt, wie viel die Person vom Tageslimit insgesamt verbraucht hat.',
      unloaded: 'Der Verbrauch konnte nicht geladen werden',
      none: 'Noch niemand hat ein Modell gefragt.',
      today: 'Heute',
      viewer: 'Eingebetteter Betrachter',
      noAgent: 'Keiner',
      goneAgent: 'Entfernt',
      filter: {
        person: 'Ein Teil des Namens',
        everyAgent: 'Alle Agenten',
        from: 'Von',
        to: 'Bis',
        clear: 'Filter aufheben',
        none: 'Kein Verbrauch passt zu den Filtern.',
      },
      ofLimit: '{{share}} des Tageslimits von {{name}}',
      column: {
        day: 'Tag',
        person: 'Person',
        agent: 'Agent',
        calls: 'Anfragen',
        read: 'Gelesen',
        written: 'Geschrieben',
        total: 'Token',
      },
    },
  },
};
