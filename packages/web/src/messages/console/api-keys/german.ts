import type { Translation } from '../../translation/translation.ts';
import type { apiKeysEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const apiKeysGerman: Translation<typeof apiKeysEnglish> = {
  apiKeys: {
    title: 'API-Schlüssel',
    hint: 'Ein Schlüssel handelt als Sie, in den Deployments, die er erreicht.',
    scim: 'Identitätsanbieter verwalten Benutzer über SCIM 2.0 mit dem Schlüssel eines Administrators, unter',
    create: 'Neuer Schlüssel',
    unloaded: 'Ihre Schlüssel konnten nicht geladen werden',
    none: 'Sie haben noch keine Schlüssel',
    noneText: 'Programme melden sich mit einem Schlüssel statt mit einem Kennwort an.',
    column: {
      name: 'Name',
      key: 'Schlüssel',
      reaches: 'Erreicht',
      lastUsed: 'Zuletzt verwendet',
      expires: 'Läuft ab',
      actions: 'Aktionen',
    },
    prefix: '{{prefix}}…',
    onPhone: 'Zuletzt verwendet: {{used}}. Läuft ab: {{expires}}',
    allDeployments: 'Alle Deployments',
    readOnly: 'Liest nur',
    replace: 'Ersetzen',
    replaceNamed: '{{name}} ersetzen',
    replaceTitle: '{{name}} ersetzen?',
    replaceText:
      'Sie erhalten einen neuen Schlüssel, der dasselbe darf. Der alte gilt noch einen Tag, damit Sie ihn austauschen können.',
    revoke: 'Widerrufen',
    revokeNamed: '{{name}} widerrufen',
    revokeTitle: '{{name}} widerrufen?',
    revokeText: 'Was diesen Schlüssel verwendet, hört sofort auf zu funktionieren.',
    form: {
      title: 'Neuer API-Schlüssel',
      name: 'Name',
      nameHint: 'Wofür der Schlüssel ist',
      deployments: 'Deployments',
      all: 'Alle',
      tags: 'Darf aufrufen',
      tagsHint: 'Gruppen von Operationen, wie die API-Referenz sie nennt',
      everything: 'Alles',
      noTag: 'Diese Gruppe gibt es nicht',
      readOnly: 'Darf nur lesen',
      readOnlyHint: 'Was etwas ändert, wird abgelehnt',
      expires: 'Läuft ab',
      in30Days: 'In 30 Tagen',
      in90Days: 'In 90 Tagen',
      inAYear: 'In einem Jahr',
    },
    secret: {
      title: 'Ihr neuer Schlüssel',
      once: 'Kopieren Sie ihn jetzt. Er wird nicht wieder gezeigt.',
      done: 'Ich habe ihn',
    },
  },
};
