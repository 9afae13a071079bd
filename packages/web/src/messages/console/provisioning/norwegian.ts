import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const provisioningNorwegian: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: 'Rollene til nye brukere',
    hint: 'Hva brukere kan gjøre som enkel pålogging eller SCIM oppretter. Rollene gjør ingen til administrator.',
    unloaded: 'Rollene til nye brukere kunne ikke lastes inn',
    defaultRole: 'Standardrolle',
    defaultHint: 'For den som opprettes uten noen gruppe nedenfor.',
    byGroup: 'Roller etter gruppe',
    byGroupHint:
      'Grupper etter navnene identitetsleverandøren sender, uavhengig av store og små bokstaver. Med enkel pålogging erstatter de standardrollen når en bruker opprettes; SCIM legger dem til hver gang det sender medlemmer.',
    group: 'Gruppe {{count}}',
    groupExample: 'Analytikere',
    role: 'Rollen til gruppe {{count}}',
    add: 'Legg til en gruppe',
    remove: 'Fjern gruppe {{count}}',
    administrators: 'Kan endre hvordan administratorer logger inn',
    administratorsHint:
      'Lar SCIM, og nøkler som er begrenset til grupper av operasjoner, endre adresser, passord og andre faktorer for administratorer, gjøre noen til administratorer og sette opp identitetsleverandører. Den som har en slik nøkkel, kan da bli administrator.',
  },
  scim: {
    title: 'Klargjøring med SCIM',
    hint: 'En identitetsleverandør som snakker SCIM 2.0, oppretter, endrer og deaktiverer brukere og grupper. Den som deaktiveres, er ute ved neste forespørsel.',
    address: 'Grunnadresse',
    token:
      'Leverandørens token er en API-nøkkel for en administrator som når alle distribusjoner. Den handler som deg og opphører med brukeren din.',
    newKey: 'Ny nøkkel for SCIM',
    keyName: 'Klargjøring med SCIM',
  },
};
