import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const provisioningSwedish: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: 'Nya användares roller',
    hint: 'Vad användare får göra som enkel inloggning eller SCIM skapar. Rollerna gör ingen till administratör.',
    unloaded: 'Nya användares roller kunde inte läsas in',
    defaultRole: 'Standardroll',
    defaultHint: 'För den som skapas utan någon grupp nedan.',
    byGroup: 'Roller per grupp',
    byGroupHint:
      'Grupper med de namn som identitetsleverantören skickar, oavsett skiftläge. Med enkel inloggning ersätter de standardrollen när en användare skapas; SCIM lägger till dem varje gång det skickar medlemmar.',
    group: 'Grupp {{count}}',
    groupExample: 'Analytiker',
    role: 'Roll för grupp {{count}}',
    add: 'Lägg till en grupp',
    remove: 'Ta bort grupp {{count}}',
    administrators: 'Får ändra hur administratörer loggar in',
    administratorsHint:
      'Låter SCIM, och nycklar som är begränsade till grupper av operationer, ändra administratörers adresser, lösenord och andra faktorer, utse administratörer och sätta upp identitetsleverantörer. Den som har en sådan nyckel kan då bli administratör.',
  },
  scim: {
    title: 'Provisionering med SCIM',
    hint: 'En identitetsleverantör som talar SCIM 2.0 skapar, ändrar och inaktiverar användare och grupper. Den som inaktiveras är ute vid nästa anrop.',
    address: 'Basadress',
    token:
      'Leverantörens token är en API-nyckel för en administratör som når alla distributioner. Den agerar som du och upphör med din användare.',
    newKey: 'Ny nyckel för SCIM',
    keyName: 'Provisionering med SCIM',
  },
};
