import type { Translation } from '../../translation/translation.ts';
import type { languageModelEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const languageModelItalian: Translation<typeof languageModelEnglish> = {
  ai: {
    title: 'IA',
    hint: 'Il modello linguistico che risponde nelle chat, e quanto se ne usa.',
    unloaded: 'Impossibile caricare le impostazioni',
    model: {
      title: 'Modello linguistico',
      hint: 'Gli vengono inviate le domande e ciò che le query vi rispondono.',
      using: {
        account: 'Alle chat risponde questo modello dell’account.',
        server:
          'Alle chat risponde {{model}}, configurato dal gestore del server. Può impostarne uno proprio.',
        none: 'Nessun modello è configurato: le chat rispondono ciò che consentono le query certificate e i nomi del modello di dati.',
      },
      provider: 'Formato',
      providers: {
        'openai-compatible': 'Compatibile con OpenAI',
        anthropic: 'Anthropic',
      },
      baseUrl: 'Indirizzo di base',
      baseUrlExample: 'https://models.example.com/v1',
      baseUrlHint: 'Raggiunto via HTTPS; gli indirizzi di reti private vengono rifiutati.',
      baseUrlHintPrivate: 'Gli indirizzi di reti private sono consentiti, anche via HTTP.',
      name: 'Modello',
      nameExample: 'large-1',
      key: 'Chiave',
      keyHint: 'Salvata cifrata e mai mostrata. Lasci vuoto per un servizio che non ne chiede.',
      keyKept: 'È salvata una chiave. Ciò che scrive qui la sostituisce.',
      keyElsewhere:
        'La chiave salvata appartiene a un altro indirizzo o formato: inserisca quella per questo.',
      keyExample: 'Salvata',
      removeKey: 'Rimuovi la chiave salvata',
      remove: 'Rimuovi il modello',
      removeTitle: 'Rimuovere il modello dell’account?',
      removeText: 'La sua chiave viene eliminata. Alle chat risponde il modello del server, o nessuno.',
      try: 'Prova',
      trying: 'Domanda al modello in corso…',
      answered: '{{model}} ha risposto in {{seconds}} s.',
      answeredText: '{{model}} ha risposto in {{seconds}} s: «{{text}}»',
      unanswered: 'Il modello non risponde',
    },
    limit: {
      title: 'Limite giornaliero',
      hint: 'Token che una persona può usare in un giorno (UTC). Un messaggio oltre il limite viene rifiutato fino al giorno dopo.',
      kind: 'Limite',
      kinds: {
        default: 'Quello predefinito: {{count}} token',
        own: 'Uno proprio',
        none: 'Nessun limite',
      },
      tokens: 'Token',
    },
    usage: {
      title: 'Utilizzo',
      hint: 'Per persona, agente e giorno (UTC), il più recente per primo. La barra di oggi è quanto la persona ha usato in tutto del limite giornaliero.',
      unloaded: 'Impossibile caricare l’utilizzo',
      none: 'Nessuno ha ancora interrogato un modello.',
      today: 'Oggi',
      viewer: 'Lettore incorporato',
      noAgent: 'Nessuno',
      goneAgent: 'Rimosso',
      filter: {
        person: 'Una parte del nome',
        everyAgent: 'Ogni agente',
        from: 'Dal',
        to: 'Al',
        clear: 'Togli i filtri',
        none: 'Nessun utilizzo corrisponde ai filtri.',
      },
      ofLimit: '{{share}} del limite giornaliero di {{name}}',
      column: {
        day: 'Giorno',
        person: 'Persona',
        agent: 'Agente',
        calls: 'Richieste',
        read: 'Letti',
        written: 'Scritti',
        total: 'Token',
      },
    },
  },
};
