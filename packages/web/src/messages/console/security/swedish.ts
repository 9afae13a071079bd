import type { Translation } from '../../translation/translation.ts';
import type { securityEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const securitySwedish: Translation<typeof securityEnglish> = {
  security: {
    title: 'Min säkerhet',
    hint: 'Hur du loggar in, och var du är inloggad.',
    password: {
      title: 'Lösenord',
      hint: 'En ändring avslutar dina andra sessioner.',
      current: 'Nuvarande lösenord',
      change: 'Byt lösenord',
      changed: 'Ditt lösenord har bytts.',
    },
    totp: {
      since: 'Inställd sedan {{day}}',
      remove: 'Ta bort',
      removeTitle: 'Ta bort autentiseringsappen?',
      removeText:
        'Dess koder efterfrågas inte längre. Utan en annan faktor är ditt lösenord allt som skyddar kontot.',
    },
    passkeys: {
      name: 'Namn',
      added: 'Tillagd',
      lastUsed: 'Senast använd',
      actions: 'Åtgärder',
      rename: 'Byt namn',
      renameNamed: 'Byt namn på {{name}}',
      remove: 'Ta bort',
      removeNamed: 'Ta bort {{name}}',
      removeTitle: 'Ta bort {{name}}?',
      removeText: 'Den loggar inte in dig längre. Ta bort den från enheten också.',
    },
    codes: {
      title: 'Återställningskoder',
      hint: 'Var och en ersätter din andra faktor en gång, om du har förlorat den.',
      left_one: '{{count}} kod kvar',
      left_other: '{{count}} koder kvar',
      renew: 'Nya koder',
      renewTitle: 'Skapa nya återställningskoder?',
      renewText: 'Koderna som du har fungerar inte längre.',
    },
    sessions: {
      title: 'Sessioner',
      hint: 'Var du är inloggad. Byt lösenord om du inte känner igen någon.',
      device: 'Enhet',
      address: 'Adress',
      method: 'Inloggad med',
      lastUsed: 'Senast använd',
      current: 'Den här',
      unknown: 'Okänd webbläsare',
      browserOn: '{{browser}} på {{system}}',
      actions: 'Åtgärder',
      end: 'Avsluta',
      endNamed: 'Avsluta sessionen på {{device}}',
      endOthers: 'Avsluta alla andra',
      endOthersTitle: 'Avsluta alla andra sessioner?',
      endOthersText: 'Alla andra webbläsare måste logga in igen.',
      onPhone: '{{address}}, senast använd {{day}}',
      methods: {
        password: 'Lösenord',
        passkey: 'Nyckel (passkey)',
        oidc: 'OpenID Connect',
        saml: 'SAML',
      },
    },
  },
};
