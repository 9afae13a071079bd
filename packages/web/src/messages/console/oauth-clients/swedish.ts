import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const oauthClientsSwedish: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'OAuth-klienter',
    hint: 'Program som användare kan låta agera för sig, eller logga in i med det här kontot.',
    create: 'Ny klient',
    none: 'Inga OAuth-klienter än',
    noneText:
      'Ett program registreras här innan det kan be användare att få agera för dem. Oriels kommandorad finns alltid.',
    unloaded: 'OAuth-klienterna kunde inte läsas in',
    actionsOf: 'Åtgärder för {{name}}',
    dynamic: 'Registrerade sig självt',
    noRedirects: 'Inga',
    id: 'Klient-id',
    kind: {
      web: 'Webbprogram',
      native: 'Program på en dator',
      page: 'Sida i en webbläsare',
      service: 'Tjänst',
    },
    column: {
      name: 'Klient',
      kind: 'Typ',
      redirects: 'Omdirigeringsadresser',
      created: 'Skapad',
      actions: 'Åtgärder',
    },
    rotate: 'Byt hemligheten',
    rotateTitle: 'Byt hemligheten för {{name}}?',
    rotateText:
      'Den nuvarande hemligheten slutar gälla genast: klienten får ingen token förrän den har den nya. Token som den har gäller fortfarande.',
    deleteTitle: 'Ta bort {{name}}?',
    deleteText:
      'Det som användare har låtit den göra upphör genast, och den kan inte fråga någon mer. Det går inte att ångra.',
    secretTitle: 'Hemligheten för {{name}}',
    createdTitle: '{{name}} är registrerad',
    createdText: 'Programmet behöver sitt klient-id. Det har ingen hemlighet.',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: 'Ny OAuth-klient',
      edit: 'Redigera {{name}}',
      name: 'Namn',
      nameHint: 'Användare ser det när de tillfrågas.',
      uri: 'Startsida',
      kind: 'Typ',
      kindHint: {
        web: 'Det har en server som förvarar hemligheten.',
        native:
          'Det körs hos sin användare och har ingen hemlighet, till exempel en kommandorad eller en app.',
        page: 'Den körs i webbläsaren och har ingen hemlighet.',
        service: 'Den agerar på egen hand, som en användare, med sin hemlighet.',
      },
      redirects: 'Omdirigeringsadresser',
      redirectsHint:
        'Vart användare skickas tillbaka, var och en till punkt och pricka. Bekräfta varje med Retur.',
      nativeRedirectsHint:
        'Till exempel http://127.0.0.1/callback, med valfri port, eller com.example.app:/callback. Bekräfta varje med Retur.',
      scopes: 'Den får begära',
      level: {
        write: 'Läsa och ändra',
        read: 'Läsa',
        identity: 'Vem användaren är',
      },
      user: 'Agerar som',
      userHint: 'Den får det som den här användaren får.',
      chosenUser: 'Agerar som {{name}}',
      otherUser: 'Välj en annan användare',
    },
  },
};
