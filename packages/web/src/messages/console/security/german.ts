import type { Translation } from '../../translation/translation.ts';
import type { securityEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const securityGerman: Translation<typeof securityEnglish> = {
  security: {
    title: 'Meine Sicherheit',
    hint: 'Wie Sie sich anmelden und wo Sie angemeldet sind.',
    password: {
      title: 'Kennwort',
      hint: 'Eine Änderung beendet Ihre anderen Sitzungen.',
      current: 'Jetziges Kennwort',
      change: 'Kennwort ändern',
      changed: 'Ihr Kennwort wurde geändert.',
    },
    totp: {
      since: 'Eingerichtet am {{day}}',
      remove: 'Entfernen',
      removeTitle: 'Authenticator-App entfernen?',
      removeText:
        'Ihre Codes werden nicht mehr verlangt. Ohne einen anderen Faktor schützt nur Ihr Kennwort das Konto.',
    },
    passkeys: {
      name: 'Name',
      added: 'Hinzugefügt',
      lastUsed: 'Zuletzt verwendet',
      actions: 'Aktionen',
      rename: 'Umbenennen',
      renameNamed: '{{name}} umbenennen',
      remove: 'Entfernen',
      removeNamed: '{{name}} entfernen',
      removeTitle: '{{name}} entfernen?',
      removeText: 'Er meldet Sie nicht mehr an. Entfernen Sie ihn auch vom Gerät.',
    },
    codes: {
      title: 'Wiederherstellungscodes',
      hint: 'Jeder ersetzt einmal Ihren zweiten Faktor, falls Sie ihn verloren haben.',
      left_one: '{{count}} Code übrig',
      left_other: '{{count}} Codes übrig',
      renew: 'Neue Codes',
      renewTitle: 'Neue Wiederherstellungscodes erstellen?',
      renewText: 'Die Codes, die Sie haben, gelten dann nicht mehr.',
    },
    sessions: {
      title: 'Sitzungen',
      hint: 'Wo Sie angemeldet sind. Ändern Sie Ihr Kennwort, wenn Sie eine nicht kennen.',
      device: 'Gerät',
      address: 'Adresse',
      method: 'Angemeldet mit',
      lastUsed: 'Zuletzt verwendet',
      current: 'Diese',
      unknown: 'Unbekannter Browser',
      browserOn: '{{browser}} unter {{system}}',
      actions: 'Aktionen',
      end: 'Beenden',
      endNamed: 'Sitzung auf {{device}} beenden',
      endOthers: 'Alle anderen beenden',
      endOthersTitle: 'Alle anderen Sitzungen beenden?',
      endOthersText: 'Jeder andere Browser muss sich neu anmelden.',
      onPhone: '{{address}}, zuletzt verwendet {{day}}',
      methods: {
        password: 'Kennwort',
        passkey: 'Passkey',
        oidc: 'OpenID Connect',
        saml: 'SAML',
      },
    },
  },
};
