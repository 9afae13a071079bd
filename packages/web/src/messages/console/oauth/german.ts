import type { Translation } from '../../translation/translation.ts';
import type { oauthEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const oauthGerman: Translation<typeof oauthEnglish> = {
  oauth: {
    consent: {
      documentTitle: 'Zugriff erlauben',
      title: '{{name}} zulassen?',
      asks: '{{name}} möchte in {{account}} für Sie handeln.',
      signedInAs: 'Sie sind als {{email}} angemeldet.',
      notYou: 'Anderes Konto verwenden',
      gets: 'Was die Anwendung erhält',
      address: 'Sagt, dass sie unter {{host}} zu finden ist',
      builtIn: 'Teil von Oriel',
      goesTo: 'Sie werden zu {{host}} weitergeleitet.',
      goesToProgram: 'Sie kehren zu einem Programm auf diesem Computer zurück.',
      remember: 'Nicht wieder fragen',
      rememberHint: 'Sie erhält ein Jahr lang dasselbe, sofern Sie es nicht zurücknehmen.',
      withdraw: 'Sie können dies jederzeit unter Anwendungen zurücknehmen.',
      allow: 'Erlauben',
      deny: 'Ablehnen',
      gone: 'Diese Anfrage ist nicht mehr offen',
      goneText:
        'Sie ist abgelaufen oder wurde schon beantwortet. Kehren Sie zur Anwendung zurück und beginnen Sie noch einmal.',
      again: 'Melden Sie sich zuerst noch einmal an',
      againText:
        '{{name}} möchte sichergehen, dass Sie es sind: Melden Sie sich noch einmal an, dann kommen Sie hierher zurück.',
      unloaded: 'Die Anfrage konnte nicht geladen werden',
    },
    scope: {
      write: 'Alles lesen und ändern, was Sie dürfen',
      read: 'Alles lesen, was Sie sehen dürfen, und nichts ändern',
      everywhere: 'In allen Ihren Deployments',
      somewhere_one: 'In einem Deployment: {{names}}',
      somewhere_other: 'In {{count, number}} Deployments: {{names}}',
      identity: 'Erfahren, dass Sie es sind',
      email: 'Ihre E-Mail-Adresse erfahren',
      offline: 'Weitermachen, während Sie weg sind, bis Sie es zurücknehmen',
      nothing: 'Nichts, außer dass Sie zugestimmt haben',
    },
    device: {
      title: 'Gerät verbinden',
      hint: 'Geben Sie den Code ein, den das Terminal oder das Gerät anzeigt.',
      code: 'Code',
      codeExample: 'XXXX-XXXX',
      next: 'Weiter',
      wrong:
        'Dieser Code ist falsch, abgelaufen oder verbraucht. Sehen Sie noch einmal auf das Gerät, oder beginnen Sie dort von vorn.',
      compare: 'Zeigt Ihr Gerät diesen Code?',
      warning:
        'Fahren Sie nur fort, wenn Sie dies selbst begonnen haben. Ein Code oder Link, der Ihnen geschickt wurde, ist eine Falle: Lehnen Sie ab, sonst handelt der Absender als Sie.',
      from: 'Angefragt von {{address}}',
      fromProgram: 'Angefragt von {{address}} durch {{program}}',
      other: 'Anderen Code eingeben',
      allowed: 'Ihr Gerät ist verbunden',
      allowedText: 'Machen Sie dort weiter. Sie können diese Seite schließen.',
      denied: 'Es wurde nichts erlaubt',
      deniedText: 'Das Gerät weiß Bescheid. Sie können diese Seite schließen.',
    },
  },
};
