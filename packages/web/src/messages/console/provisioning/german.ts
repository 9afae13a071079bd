import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const provisioningGerman: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: 'Rollen neuer Benutzer',
    hint: 'Was Benutzer dürfen, die Single Sign-on oder SCIM anlegt. Die Rollen machen niemanden zum Administrator.',
    unloaded: 'Die Rollen neuer Benutzer konnten nicht geladen werden',
    defaultRole: 'Standardrolle',
    defaultHint: 'Für alle, die ohne eine Gruppe von unten angelegt werden.',
    byGroup: 'Rollen nach Gruppe',
    byGroupHint:
      'Gruppen mit den Namen, die der Identitätsanbieter sendet, in jeder Schreibweise. Mit Single Sign-on ersetzen sie die Standardrolle, wenn ein Benutzer angelegt wird; SCIM fügt sie jedes Mal hinzu, wenn es Mitglieder sendet.',
    group: 'Gruppe {{count}}',
    groupExample: 'Analysten',
    role: 'Rolle der Gruppe {{count}}',
    add: 'Gruppe hinzufügen',
    remove: 'Gruppe {{count}} entfernen',
    administrators: 'Darf ändern, wie sich Administratoren anmelden',
    administratorsHint:
      'Lässt SCIM, und Schlüssel, die auf Gruppen von Operationen beschränkt sind, Adressen, Kennwörter und zweite Faktoren von Administratoren ändern, Administratoren ernennen und Identitätsanbieter einrichten. Wer einen solchen Schlüssel hat, kann damit Administrator werden.',
  },
  scim: {
    title: 'Bereitstellung mit SCIM',
    hint: 'Ein Identitätsanbieter, der SCIM 2.0 spricht, legt Benutzer und Gruppen an, ändert und deaktiviert sie. Wer deaktiviert ist, ist mit der nächsten Anfrage draußen.',
    address: 'Basisadresse',
    token:
      'Das Token des Anbieters ist der API-Schlüssel eines Administrators, der alle Deployments erreicht. Er handelt als Sie und endet mit Ihrem Benutzer.',
    newKey: 'Neuer Schlüssel für SCIM',
    keyName: 'Bereitstellung mit SCIM',
  },
};
