import type { MailTexts } from './mail-text-types.ts';

export const german: MailTexts = {
  invitation: {
    title: 'Sie sind zu Oriel eingeladen',
    text: 'Legen Sie ein Passwort fest, um sich als {{email}} anzumelden. Der Link gilt einmal, innerhalb von sieben Tagen.',
    action: 'Passwort festlegen',
    reason: 'Sie erhalten diese Nachricht, weil die Administration Sie eingeladen hat.',
  },
  reset: {
    title: 'Neues Passwort festlegen',
    text: 'Für {{email}} wurde ein neues Passwort angefordert. Der Link gilt einmal, innerhalb einer Stunde.',
    action: 'Neues Passwort festlegen',
    reason: 'Wenn Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
  },
  changed: {
    title: 'Ihr Passwort wurde geändert',
    text: 'Das Passwort für {{email}} wurde geändert, und die anderen Sitzungen der Konsole sind beendet.',
    reason:
      'Wenn Sie das nicht waren, fordern Sie auf der Anmeldeseite ein neues Passwort an und wenden Sie sich an die Administration.',
  },
  notification: {
    unnamed: 'Dashboard ohne Titel',
    open: 'Dashboard öffnen',
    reason: 'Sie erhalten diese Nachricht, weil Sie als Empfänger dieses Dashboards eingetragen sind.',
    unsubscribe: 'Abbestellen',
    withoutData:
      'Die Daten dieses Dashboards dürfen nicht heruntergeladen werden, daher enthält diese Nachricht keine.',
    picture: 'Das Dashboard',
    tooLarge: 'Zu groß für einen Anhang: {{titles}}',
    failed: 'Dieses Diagramm konnte nicht geladen werden.',
    causes: {
      unreachable: 'Die Datenbank ist nicht erreichbar.',
      timeout: 'Die Abfrage hat zu lange gedauert und wurde abgebrochen.',
      memory: 'Die Abfrage benötigt mehr Arbeitsspeicher, als ihr zur Verfügung steht.',
      tooLarge: 'Das Ergebnis ist zu groß für eine Nachricht.',
      busy: 'Der Server war zu stark ausgelastet, um zu antworten.',
      notConnected: 'Ihre eigene Verbindung mit der Datenquelle fehlt oder ist abgelaufen.',
      model: 'Das Datenmodell hat Fehler oder ist nicht vorhanden.',
      member: 'Ein Feld davon gibt es im Datenmodell nicht, oder Sie dürfen es nicht sehen.',
      refused: 'Sie dürfen seine Daten nicht sehen.',
      python: 'Sein Python-Code ist fehlgeschlagen.',
      other: 'Öffnen Sie das Dashboard, um den Grund zu sehen.',
    },
    noRows: 'Keine Zeilen',
    moreRows: {
      one: 'und {{count}} weitere Zeile in der angehängten Datei',
      other: 'und {{count}} weitere Zeilen in der angehängten Datei',
    },
  },
  mention: {
    title: '{{author}} hat Sie bei {{dashboard}} erwähnt',
    unnamed: 'einem Dashboard',
    open: 'Kommentar öffnen',
    openYourself: 'Sie finden den Kommentar neben dem Dashboard, dort, wo Sie es sonst öffnen.',
    reason: 'Sie erhalten diese Nachricht, weil ein Kommentar Sie erwähnt.',
    unsubscribe: 'Abbestellen',
  },
  truth: { yes: 'Ja', no: 'Nein' },
};
