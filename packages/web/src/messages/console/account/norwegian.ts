import type { Translation } from '../../translation/translation.ts';
import type { accountEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const accountNorwegian: Translation<typeof accountEnglish> = {
  account: {
    title: 'Kontoinnstillinger',
    hint: 'Det som gjelder for alle distribusjoner, brukere og innebygde flater.',
    unloaded: 'Innstillingene kunne ikke lastes inn',
    timezone: {
      title: 'Tidssone',
      hint: 'Hvor diagrammenes dager, uker og måneder begynner.',
      enabled: 'Vis tider i kontoens sone',
      zone: 'Sone',
      override: 'Lesere kan velge en annen',
    },
    python: {
      title: 'Python',
      hint: 'Rapporter kan ha et skript som lager radene deres. Det kjøres uten nettverk, der serveren har bubblewrap.',
      allow: 'Kjør rapportenes Python',
    },
    downloads: {
      title: 'Nedlastinger',
      hint: 'Alle måter data blir til en fil på: nedlastinger i konsollen, i innebygde dashbord og på e-post.',
      restrict: 'Ingen data kan lastes ned',
    },
    embedding: {
      title: 'Innebygde flater',
      hint: 'Hva de viser når økten ikke sier noe om det.',
      locale: 'Språk',
      localeDefault: 'Engelsk',
      timezone: 'Tidssone',
      timezoneDefault: 'Kontoens',
      hostDashboardUrl: 'Siden i produktet deres som viser et dashbord',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'Meldinger til lesere lenker dit. {dashboardPublicId}, {embedTenantName} og {externalId} fylles inn.',
    },
    switchedOn: '{{name}}: på',
    switchedOff: '{{name}}: av',
    parts: {
      title: 'Hva lesere har ved siden av dashbordene sine',
      hint: 'Lagres når det endres. Dashbord har det neste gang de åpnes.',
      withoutAi: 'KI er ikke tillatt.',
      enableDashboardComments: {
        label: 'Kommentarer',
        hint: 'Lesere hos én og samme innebygde kunde samtaler ved siden av et dashbord.',
        layers:
          'Ingen økt og ingen adresse endrer dette. Lesere trenger en økt med externalId og embedTenantName.',
      },
      mailMentions: {
        label: 'E-post ved omtale',
        hint: 'Lesere som nevnes i en kommentar, får den på e-post, med en lenke som stopper slik post, der serveren har en e-postserver.',
        layers:
          'Bare lesere med en e-postadresse i økten sin får den. Lenken trenger siden i produktet deres, ovenfor.',
      },
      allowAi: {
        label: 'KI',
        hint: 'Chatter og tekster som en agent skriver, på alle innebygde flater. Serveren avviser dem når det er av.',
        layers: 'En økt forbyr det med allowAi: false. Den kan ikke tillate det som er av her.',
      },
      showDashboardChat: {
        label: 'Chat ved siden av dashbord',
        hint: 'En knapp åpner en chat om dashbordet, der en modell eller sertifiserte spørringer kan svare.',
        layers: 'En økt bestemmer noe annet med showDashboardChat, true eller false.',
      },
      showWorkbookChat: {
        label: 'Chat i programmet',
        hint: 'En knapp på hver av sidene, og en egen side.',
        layers: 'En økt bestemmer noe annet med showWorkbookChat, true eller false.',
      },
      showAiWidgets: {
        label: 'Tekster av KI',
        hint: 'KI-widgeter skriver tekstene sine på nytt. De som finnes, vises uansett.',
        layers: 'En økt bestemmer noe annet med showAiWidgets, true eller false.',
      },
    },
    creator: {
      title: 'Innebygd program',
      hint: 'Hva lesere som lager innhold, ser rundt arbeidsområdet sitt.',
      showWorkspaceTitle: 'Arbeidsområdet har en tittel',
      workspaceTitle: 'Tittel',
      workspaceTitleDefault: 'Arbeidsområde',
      titles: 'Tittelen på andre språk',
      language: 'Språk {{number}}',
      titleIn: 'Tittel {{number}}',
      addTitle: 'Legg til et språk',
      removeTitle: 'Fjern tittel {{number}}',
      showSemanticSql: 'Spørringen til en rapport kan vises',
      showSemanticSqlHint: 'Slik den stilles til datamodellen; den nevner ingen tabeller i kilden.',
    },
    layers: {
      title: 'Hva økter og adresser bestemmer',
      hint: 'Serveren deres signerer innstillingene til en økt når den lager den. Adressen til en ramme kan endres av den som ser på den. Ingen av dem gir en rettighet.',
      session: 'økt: {{name}}',
      address: 'adresse: {{name}}',
      parts: {
        comments: {
          name: 'Kommentarer',
          rule: 'Kontoen bestemmer.',
        },
        ai: {
          name: 'KI',
          rule: 'Tillatt med mindre kontoen eller økten forbyr det.',
        },
        chat: {
          name: 'Chat ved siden av dashbord',
          rule: 'Økten, ellers kontoen; aldri uten KI.',
        },
        applicationChat: {
          name: 'Chat i programmet',
          rule: 'Økten, ellers kontoen; aldri uten KI.',
        },
        widgets: {
          name: 'Tekster av KI',
          rule: 'Økten, ellers kontoen; aldri uten KI.',
        },
        authoring: {
          name: 'Chat som lagrer innhold',
          rule: 'Tillatt med mindre økten forbyr det, så langt leseren har lov.',
        },
        downloads: {
          name: 'Nedlastinger',
          rule: 'Bare der adressen ber om dem; økten, dashbordet eller kontoens sperre forbyr dem.',
        },
        sharing: {
          name: 'Deling i programmet',
          rule: 'Vises med mindre økten skjuler det.',
        },
        header: {
          name: 'Dashbordenes topp',
          rule: 'Vises med mindre adressen skjuler den, helt eller delvis.',
        },
        history: {
          name: 'Chattens historikk',
          rule: 'Vises med mindre adressen skjuler den.',
        },
        language: {
          name: 'Språk',
          rule: 'En handling fra siden, ellers adressen, økten, kontoen, engelsk.',
        },
        colours: {
          name: 'Farger',
          rule: 'En handling fra siden, ellers adressen, leserens system.',
        },
        timezone: {
          name: 'Tidssone',
          rule: 'En handling fra siden, ellers adressen, økten, kontoen.',
        },
      },
    },
    origins: {
      title: 'Opphav som kan bygge inn',
      hint: 'Bare sider fra disse opphavene rammer inn dashbord og utveksler meldinger med dem. Er listen tom, kan enhver side som har en økt.',
      label: 'Opphav',
      example: 'https://app.example.com',
    },
    refused: {
      title: 'Avviste opphav',
      hint: 'Sider fra disse opphavene ville bygge inn en flate og fikk ikke lov. Tillat dem som er deres; hvem som helst kan lage en side som spør.',
      unloaded: 'De avviste opphavene kunne ikke lastes inn',
      none: 'Ingen side er avvist.',
      origin: 'Opphav',
      refusals: 'Avvisninger',
      last: 'Siste avvisning',
      actions: 'Handlinger',
      allow: 'Tillat',
      allowOf: 'Tillat {{origin}}',
      forget: 'Glem',
      forgetOf: 'Glem {{origin}}',
    },
    imageHosts: {
      title: 'Verter for bilder',
      hint: 'Tekster viser bare bilder fra disse vertene. Den som driver en vert, får vite hvem som ser på bildene.',
      label: 'Verter',
      example: 'images.example.com',
    },
  },
};
