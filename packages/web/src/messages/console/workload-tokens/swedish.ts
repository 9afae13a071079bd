import type { Translation } from '../../translation/translation.ts';
import type { workloadTokensEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const workloadTokensSwedish: Translation<typeof workloadTokensEnglish> = {
  workloads: {
    title: 'Arbetslasttoken',
    hint: 'Med dessa token, som gäller en timme, identifierar sig körmiljöer för moln och för era tjänster.',
    unloaded: 'Konfigurationerna kunde inte läsas in',
    none: 'Inga konfigurationer än',
    noneText: 'Skapa en för var och en som ska lita på era körmiljöer.',
    create: 'Ny konfiguration',
    actionsFor: 'Åtgärder för {{name}}',
    isOn: 'Körmiljöer får token',
    isOnHint: 'Hela kontots reglage.',
    enabled: 'På',
    disabled: 'Av',
    enable: 'Slå på',
    disable: 'Stäng av',
    column: {
      name: 'Namn',
      variable: 'Variabel',
      state: 'Status',
      actions: 'Åtgärder',
    },
    kind: {
      aws: 'AWS',
      azure: 'Azure',
      gcp: 'Google Cloud',
      custom: 'Annan',
    },
    form: {
      create: 'Ny konfiguration',
      edit: 'Redigera {{name}}',
      name: 'Namn',
      nameHint: 'Små bokstäver, siffror och bindestreck; filens namn.',
      kind: 'Vem som litar på token',
      audience: 'Målgrupp',
      subject: 'Subjekt',
      subjectHint: 'Med {deployment_id}, {component} och {region}; tomt är svc:deployment:{deployment_id}.',
      variable: 'Miljövariabel',
      variableHint: 'Innehåller filens sökväg i varje körmiljö.',
      claims: 'Fler claims',
      claimsHint: 'Ett JSON-objekt med texter, eller listor med texter.',
      claimsFault: 'Det här är inget JSON-objekt.',
    },
    delete: {
      title: 'Ta bort {{name}}?',
      text: 'Dess filer tas bort. Token som har lästs från dem gäller tills de upphör, inom en timme.',
    },
  },
};
