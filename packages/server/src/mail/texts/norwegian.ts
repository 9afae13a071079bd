import type { MailTexts } from './mail-text-types.ts';

export const norwegian: MailTexts = {
  invitation: {
    title: 'Du er invitert til Oriel',
    text: 'Angi et passord for å logge på som {{email}}. Lenken virker én gang, innen sju dager.',
    action: 'Angi et passord',
    reason: 'Du får denne meldingen fordi en administrator har invitert deg.',
  },
  reset: {
    title: 'Angi et nytt passord',
    text: 'Noen har bedt om et nytt passord for {{email}}. Lenken virker én gang, innen en time.',
    action: 'Angi et nytt passord',
    reason: 'Hvis det ikke var deg, trenger du ikke gjøre noe: Passordet ditt forblir som det er.',
  },
  changed: {
    title: 'Passordet ditt er endret',
    text: 'Passordet for {{email}} er endret, og de andre øktene i konsollen er avsluttet.',
    reason:
      'Hvis det ikke var deg, ber du om et nytt passord på påloggingssiden og sier fra til en administrator.',
  },
  notification: {
    unnamed: 'Dashbord',
    open: 'Åpne dashbordet',
    reason: 'Du får denne meldingen fordi du er mottaker av dette dashbordet.',
    unsubscribe: 'Avslutt abonnementet',
    withoutData: 'Dataene i dette dashbordet kan ikke lastes ned, så denne meldingen har ingen av dem.',
    picture: 'Dashbordet',
    tooLarge: 'For store til å legges ved: {{titles}}',
    failed: 'Dette diagrammet kunne ikke lastes inn.',
    causes: {
      unreachable: 'Får ikke kontakt med databasen.',
      timeout: 'Spørringen tok for lang tid og ble stoppet.',
      memory: 'Spørringen trenger mer minne enn den kan få.',
      tooLarge: 'Resultatet er for stort for en melding.',
      busy: 'Serveren var for opptatt til å svare.',
      notConnected: 'Din egen tilkobling til datakilden mangler eller er utløpt.',
      model: 'Datamodellen har feil eller finnes ikke.',
      member: 'Et av feltene finnes ikke i datamodellen, eller du har ikke tilgang til det.',
      refused: 'Du har ikke tilgang til dataene.',
      python: 'Python-koden mislyktes.',
      other: 'Åpne dashbordet for å se hvorfor.',
    },
    noRows: 'Ingen rader',
    moreRows: {
      one: 'og {{count}} rad til i den vedlagte filen',
      other: 'og {{count}} rader til i den vedlagte filen',
    },
  },
  mention: {
    title: '{{author}} nevnte deg på {{dashboard}}',
    unnamed: 'et dashbord',
    open: 'Åpne kommentaren',
    openYourself: 'Du finner kommentaren ved siden av dashbordet, der du vanligvis åpner det.',
    reason: 'Du får denne meldingen fordi en kommentar nevner deg.',
    unsubscribe: 'Avslutt abonnementet',
  },
  truth: { yes: 'Ja', no: 'Nei' },
};
