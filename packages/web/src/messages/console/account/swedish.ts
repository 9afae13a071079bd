import type { Translation } from '../../translation/translation.ts';
import type { accountEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const accountSwedish: Translation<typeof accountEnglish> = {
  account: {
    title: 'Kontoinställningar',
    hint: 'Det som gäller för alla distributioner, användare och inbäddade ytor.',
    unloaded: 'Inställningarna kunde inte läsas in',
    timezone: {
      title: 'Tidszon',
      hint: 'Var diagrammens dagar, veckor och månader börjar.',
      enabled: 'Visa tider i kontots zon',
      zone: 'Zon',
      override: 'Läsare får välja en annan',
    },
    python: {
      title: 'Python',
      hint: 'Rapporter kan ha ett skript som tar fram deras rader. Det körs utan nätverk, där servern har bubblewrap.',
      allow: 'Kör rapporternas Python',
    },
    downloads: {
      title: 'Nedladdningar',
      hint: 'Alla sätt som data blir en fil på: nedladdningar i konsolen, i inbäddade översikter och via e-post.',
      restrict: 'Inga data får laddas ned',
    },
    embedding: {
      title: 'Inbäddade ytor',
      hint: 'Vad de visar när sessionen inte säger något om det.',
      locale: 'Språk',
      localeDefault: 'Engelska',
      timezone: 'Tidszon',
      timezoneDefault: 'Kontots',
      hostDashboardUrl: 'Sida i er produkt som visar en översikt',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'Meddelanden till läsare länkar dit. {dashboardPublicId}, {embedTenantName} och {externalId} fylls i.',
    },
    switchedOn: '{{name}}: på',
    switchedOff: '{{name}}: av',
    parts: {
      title: 'Vad läsare har bredvid sina översikter',
      hint: 'Sparas när det ställs om. Översikter har det nästa gång de öppnas.',
      withoutAi: 'AI är inte tillåtet.',
      enableDashboardComments: {
        label: 'Kommentarer',
        hint: 'Läsare hos en och samma inbäddade kund samtalar bredvid en översikt.',
        layers:
          'Ingen session och ingen adress ändrar detta. Läsare behöver en session med externalId och embedTenantName.',
      },
      mailMentions: {
        label: 'E-post vid omnämnanden',
        hint: 'Läsare som omnämns i en kommentar får den via e-post, med en länk som stoppar sådan post, där servern har en e-postserver.',
        layers:
          'Bara läsare med en e-postadress i sin session får den. Länken behöver sidan i er produkt, ovan.',
      },
      allowAi: {
        label: 'AI',
        hint: 'Chattar och texter som en agent skriver, på alla inbäddade ytor. Servern avvisar dem när det är av.',
        layers: 'En session förbjuder det med allowAi: false. Den kan inte tillåta det som är av här.',
      },
      showDashboardChat: {
        label: 'Chatt bredvid översikter',
        hint: 'En knapp öppnar en chatt om översikten, där en modell eller certifierade frågor kan svara.',
        layers: 'En session bestämmer annat med showDashboardChat, true eller false.',
      },
      showWorkbookChat: {
        label: 'Chatt i programmet',
        hint: 'En knapp på varje sida, och en egen sida.',
        layers: 'En session bestämmer annat med showWorkbookChat, true eller false.',
      },
      showAiWidgets: {
        label: 'Texter av AI',
        hint: 'AI-widgetar skriver om sina texter. De som finns visas i alla fall.',
        layers: 'En session bestämmer annat med showAiWidgets, true eller false.',
      },
    },
    creator: {
      title: 'Inbäddat program',
      hint: 'Vad läsare som skapar innehåll ser runt sin arbetsyta.',
      showWorkspaceTitle: 'Arbetsytan har en rubrik',
      workspaceTitle: 'Rubrik',
      workspaceTitleDefault: 'Arbetsyta',
      titles: 'Rubriken på andra språk',
      language: 'Språk {{number}}',
      titleIn: 'Rubrik {{number}}',
      addTitle: 'Lägg till ett språk',
      removeTitle: 'Ta bort rubrik {{number}}',
      showSemanticSql: 'En rapports fråga går att se',
      showSemanticSqlHint: 'Så som den ställs till datamodellen; den nämner inga tabeller i källan.',
    },
    layers: {
      title: 'Vad sessioner och adresser bestämmer',
      hint: 'Er server signerar en sessions inställningar när den skapar den. En rams adress kan ändras av den som tittar på den. Ingen av dem ger någon rättighet.',
      session: 'session: {{name}}',
      address: 'adress: {{name}}',
      parts: {
        comments: {
          name: 'Kommentarer',
          rule: 'Kontot bestämmer.',
        },
        ai: {
          name: 'AI',
          rule: 'Tillåtet om inte kontot eller sessionen förbjuder det.',
        },
        chat: {
          name: 'Chatt bredvid översikter',
          rule: 'Sessionen, annars kontot; aldrig utan AI.',
        },
        applicationChat: {
          name: 'Chatt i programmet',
          rule: 'Sessionen, annars kontot; aldrig utan AI.',
        },
        widgets: {
          name: 'Texter av AI',
          rule: 'Sessionen, annars kontot; aldrig utan AI.',
        },
        authoring: {
          name: 'Chatt som sparar innehåll',
          rule: 'Tillåtet om inte sessionen förbjuder det, så långt läsaren får.',
        },
        downloads: {
          name: 'Nedladdningar',
          rule: 'Bara där adressen begär dem; sessionen, översikten eller kontots spärr förbjuder dem.',
        },
        sharing: {
          name: 'Delning i programmet',
          rule: 'Visas om inte sessionen döljer den.',
        },
        header: {
          name: 'Översikters sidhuvud',
          rule: 'Visas om inte adressen döljer det, helt eller delvis.',
        },
        history: {
          name: 'Chattens historik',
          rule: 'Visas om inte adressen döljer den.',
        },
        language: {
          name: 'Språk',
          rule: 'En åtgärd från sidan, annars adressen, sessionen, kontot, engelska.',
        },
        colours: {
          name: 'Färger',
          rule: 'En åtgärd från sidan, annars adressen, läsarens system.',
        },
        timezone: {
          name: 'Tidszon',
          rule: 'En åtgärd från sidan, annars adressen, sessionen, kontot.',
        },
      },
    },
    origins: {
      title: 'Ursprung som får bädda in',
      hint: 'Bara sidor från dessa ursprung ramar in översikter och utbyter meddelanden med dem. Är listan tom får varje sida som har en session.',
      label: 'Ursprung',
      example: 'https://app.example.com',
    },
    refused: {
      title: 'Avvisade ursprung',
      hint: 'Sidor från dessa ursprung ville bädda in en yta och fick inte. Tillåt dem som är era; vem som helst kan göra en sida som frågar.',
      unloaded: 'De avvisade ursprungen kunde inte läsas in',
      none: 'Ingen sida har avvisats.',
      origin: 'Ursprung',
      refusals: 'Avvisningar',
      last: 'Senaste avvisning',
      actions: 'Åtgärder',
      allow: 'Tillåt',
      allowOf: 'Tillåt {{origin}}',
      forget: 'Glöm',
      forgetOf: 'Glöm {{origin}}',
    },
    imageHosts: {
      title: 'Värdar för bilder',
      hint: 'Texter visar bara bilder från dessa värdar. Den som driver en värd får veta vem som ser dess bilder.',
      label: 'Värdar',
      example: 'images.example.com',
    },
  },
};
