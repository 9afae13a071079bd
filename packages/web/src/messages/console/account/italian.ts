import type { Translation } from '../../translation/translation.ts';
import type { accountEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const accountItalian: Translation<typeof accountEnglish> = {
  account: {
    title: 'Impostazioni dell’account',
    hint: 'Ciò che vale per ogni deployment, utente e superficie incorporata.',
    unloaded: 'Impossibile caricare le impostazioni',
    timezone: {
      title: 'Fuso orario',
      hint: 'Dove iniziano i giorni, le settimane e i mesi dei grafici.',
      enabled: 'Mostra gli orari nel fuso dell’account',
      zone: 'Fuso',
      override: 'I lettori possono sceglierne un altro',
    },
    python: {
      title: 'Python',
      hint: 'I rapporti possono contenere uno script che produce le loro righe. Viene eseguito senza rete, dove il server ha bubblewrap.',
      allow: 'Esegui il Python dei rapporti',
    },
    downloads: {
      title: 'Download',
      hint: 'Ogni modo in cui i dati diventano un file: download della console, delle dashboard incorporate e via e-mail.',
      restrict: 'Nessun dato può essere scaricato',
    },
    embedding: {
      title: 'Superfici incorporate',
      hint: 'Ciò che mostrano quando la sessione non dice nulla in merito.',
      locale: 'Lingua',
      localeDefault: 'Inglese',
      timezone: 'Fuso orario',
      timezoneDefault: 'Quello dell’account',
      hostDashboardUrl: 'Pagina del Suo prodotto che mostra una dashboard',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'I messaggi ai lettori vi rimandano. {dashboardPublicId}, {embedTenantName} e {externalId} vengono sostituiti.',
    },
    switchedOn: '{{name}}: attivo',
    switchedOff: '{{name}}: non attivo',
    parts: {
      title: 'Ciò che i lettori hanno accanto alle loro dashboard',
      hint: 'Viene salvato al cambio. Le dashboard lo hanno alla prossima apertura.',
      withoutAi: 'L’IA non è consentita.',
      enableDashboardComments: {
        label: 'Commenti',
        hint: 'I lettori di uno stesso cliente incorporato conversano accanto a una dashboard.',
        layers:
          'Nessuna sessione e nessun indirizzo lo cambia. Serve una sessione con externalId ed embedTenantName.',
      },
      mailMentions: {
        label: 'E-mail per le menzioni',
        hint: 'I lettori menzionati in un commento lo ricevono via e-mail, con un collegamento per non riceverne più, dove il server ha un server di posta.',
        layers:
          'La ricevono solo i lettori con un indirizzo e-mail nella loro sessione. Il collegamento richiede la pagina del Suo prodotto, qui sopra.',
      },
      allowAi: {
        label: 'IA',
        hint: 'Chat e testi scritti da un agente, su ogni superficie incorporata. Quando non è attiva, il server li rifiuta.',
        layers: 'Una sessione la vieta con allowAi: false. Non può consentire ciò che qui non è attivo.',
      },
      showDashboardChat: {
        label: 'Chat accanto alle dashboard',
        hint: 'Un pulsante apre una chat sulla dashboard, dove un modello o query certificate possono rispondere.',
        layers: 'Una sessione decide diversamente con showDashboardChat, true o false.',
      },
      showWorkbookChat: {
        label: 'Chat nell’applicazione',
        hint: 'Un pulsante su ogni pagina e una pagina a sé.',
        layers: 'Una sessione decide diversamente con showWorkbookChat, true o false.',
      },
      showAiWidgets: {
        label: 'Testi dell’IA',
        hint: 'I widget dell’IA riscrivono i loro testi. Quelli esistenti vengono mostrati comunque.',
        layers: 'Una sessione decide diversamente con showAiWidgets, true o false.',
      },
    },
    creator: {
      title: 'Applicazione incorporata',
      hint: 'Ciò che vedono intorno alla loro area di lavoro i lettori che creano contenuti.',
      showWorkspaceTitle: 'L’area di lavoro ha un titolo',
      workspaceTitle: 'Titolo',
      workspaceTitleDefault: 'Area di lavoro',
      titles: 'Il titolo in altre lingue',
      language: 'Lingua {{number}}',
      titleIn: 'Titolo {{number}}',
      addTitle: 'Aggiungi una lingua',
      removeTitle: 'Rimuovi il titolo {{number}}',
      showSemanticSql: 'Si può vedere la query di un rapporto',
      showSemanticSqlHint: 'Come è rivolta al modello di dati; non nomina tabelle dell’origine.',
    },
    layers: {
      title: 'Che cosa decidono sessioni e indirizzi',
      hint: 'Il Suo server firma le impostazioni di una sessione quando la genera. L’indirizzo di una cornice può essere cambiato da chi la guarda. Nessuno dei due concede un diritto.',
      session: 'sessione: {{name}}',
      address: 'indirizzo: {{name}}',
      parts: {
        comments: {
          name: 'Commenti',
          rule: 'Decide l’account.',
        },
        ai: {
          name: 'IA',
          rule: 'Consentita, a meno che l’account o la sessione la vieti.',
        },
        chat: {
          name: 'Chat accanto alle dashboard',
          rule: 'La sessione, altrimenti l’account; mai senza IA.',
        },
        applicationChat: {
          name: 'Chat nell’applicazione',
          rule: 'La sessione, altrimenti l’account; mai senza IA.',
        },
        widgets: {
          name: 'Testi dell’IA',
          rule: 'La sessione, altrimenti l’account; mai senza IA.',
        },
        authoring: {
          name: 'Chat che salva contenuti',
          rule: 'Consentita, a meno che la sessione la vieti, nei limiti dei diritti del lettore.',
        },
        downloads: {
          name: 'Download',
          rule: 'Solo dove l’indirizzo li chiede; li vietano la sessione, la dashboard o il blocco dell’account.',
        },
        sharing: {
          name: 'Condivisione nell’applicazione',
          rule: 'Mostrata, a meno che la sessione la nasconda.',
        },
        header: {
          name: 'Intestazione delle dashboard',
          rule: 'Mostrata, a meno che l’indirizzo la nasconda, in tutto o in parte.',
        },
        history: {
          name: 'Cronologia della chat',
          rule: 'Mostrata, a meno che l’indirizzo la nasconda.',
        },
        language: {
          name: 'Lingua',
          rule: 'Un’azione della pagina, altrimenti l’indirizzo, la sessione, l’account, l’inglese.',
        },
        colours: {
          name: 'Colori',
          rule: 'Un’azione della pagina, altrimenti l’indirizzo, il sistema del lettore.',
        },
        timezone: {
          name: 'Fuso orario',
          rule: 'Un’azione della pagina, altrimenti l’indirizzo, la sessione, l’account.',
        },
      },
    },
    origins: {
      title: 'Origini che possono incorporare',
      hint: 'Solo le pagine di queste origini incorniciano dashboard e scambiano messaggi con esse. Con l’elenco vuoto può farlo ogni pagina che ha una sessione.',
      label: 'Origini',
      example: 'https://app.example.com',
    },
    refused: {
      title: 'Origini rifiutate',
      hint: 'Pagine di queste origini volevano incorporare una superficie e non potevano. Consenta quelle che sono Sue; chiunque può creare una pagina che lo chiede.',
      unloaded: 'Impossibile caricare le origini rifiutate',
      none: 'Nessuna pagina è stata rifiutata.',
      origin: 'Origine',
      refusals: 'Rifiuti',
      last: 'Ultimo rifiuto',
      actions: 'Azioni',
      allow: 'Consenti',
      allowOf: 'Consenti {{origin}}',
      forget: 'Dimentica',
      forgetOf: 'Dimentica {{origin}}',
    },
    imageHosts: {
      title: 'Host delle immagini',
      hint: 'I testi mostrano solo immagini di questi host. Chi gestisce un host viene a sapere chi guarda le sue immagini.',
      label: 'Host',
      example: 'images.example.com',
    },
  },
};
