import type { Translation } from '../../translation/translation.ts';
import type { workloadTokensEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const workloadTokensGerman: Translation<typeof workloadTokensEnglish> = {
  workloads: {
    title: 'Workload-Token',
    hint: 'Mit diesen Token, die eine Stunde gelten, weisen sich Laufzeiten bei Clouds und bei Ihren Diensten aus.',
    unloaded: 'Die Konfigurationen konnten nicht geladen werden',
    none: 'Noch keine Konfigurationen',
    noneText: 'Legen Sie für jeden, der Ihren Laufzeiten vertrauen soll, eine an.',
    create: 'Neue Konfiguration',
    actionsFor: 'Aktionen für {{name}}',
    isOn: 'Laufzeiten erhalten Token',
    isOnHint: 'Der Schalter für das ganze Konto.',
    enabled: 'Ein',
    disabled: 'Aus',
    enable: 'Einschalten',
    disable: 'Ausschalten',
    column: {
      name: 'Name',
      variable: 'Variable',
      state: 'Zustand',
      actions: 'Aktionen',
    },
    kind: {
      aws: 'AWS',
      azure: 'Azure',
      gcp: 'Google Cloud',
      custom: 'Andere',
    },
    form: {
      create: 'Neue Konfiguration',
      edit: '{{name}} bearbeiten',
      name: 'Name',
      nameHint: 'Kleinbuchstaben, Ziffern und Bindestriche; der Name der Datei.',
      kind: 'Wer den Token vertraut',
      audience: 'Zielgruppe',
      subject: 'Subjekt',
      subjectHint: 'Mit {deployment_id}, {component} und {region}; leer ist svc:deployment:{deployment_id}.',
      variable: 'Umgebungsvariable',
      variableHint: 'Enthält in jeder Laufzeit den Pfad der Datei.',
      claims: 'Weitere Claims',
      claimsHint: 'Ein JSON-Objekt aus Texten oder Listen von Texten.',
      claimsFault: 'Das ist kein JSON-Objekt.',
    },
    delete: {
      title: '{{name}} löschen?',
      text: 'Ihre Dateien werden entfernt. Token, die daraus gelesen wurden, gelten, bis sie enden: höchstens eine Stunde.',
    },
  },
};
