import type { Translation } from '../../translation/translation.ts';
import type { accountEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const accountGerman: Translation<typeof accountEnglish> = {
  account: {
    title: 'Kontoeinstellungen',
    hint: 'Was für alle Deployments, Benutzer und eingebetteten Oberflächen gilt.',
    unloaded: 'Die Einstellungen konnten nicht geladen werden',
    timezone: {
      title: 'Zeitzone',
      hint: 'Wo Tage, Wochen und Monate der Diagramme beginnen.',
      enabled: 'Zeiten in der Zone des Kontos betrachten',
      zone: 'Zone',
      override: 'Betrachter dürfen eine andere wählen',
    },
    python: {
      title: 'Python',
      hint: 'Berichte können ein Skript enthalten, das ihre Zeilen erzeugt. Es läuft ohne Netz, wo der Server bubblewrap hat.',
      allow: 'Python von Berichten ausführen',
    },
    downloads: {
      title: 'Downloads',
      hint: 'Jeder Weg, auf dem Daten zu einer Datei werden: Downloads der Konsole, eingebetteter Dashboards und per E-Mail.',
      restrict: 'Daten dürfen nicht heruntergeladen werden',
    },
    embedding: {
      title: 'Eingebettete Oberflächen',
      hint: 'Was sie zeigen, wenn die Sitzung nichts dazu sagt.',
      locale: 'Sprache',
      localeDefault: 'Englisch',
      timezone: 'Zeitzone',
      timezoneDefault: 'Die des Kontos',
      hostDashboardUrl: 'Seite Ihres Produkts, die ein Dashboard zeigt',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'Nachrichten an Betrachter verweisen darauf. {dashboardPublicId}, {embedTenantName} und {externalId} werden eingesetzt.',
    },
    switchedOn: '{{name}}: ein',
    switchedOff: '{{name}}: aus',
    parts: {
      title: 'Was Betrachter neben ihren Dashboards haben',
      hint: 'Wird beim Umschalten gespeichert. Dashboards haben es, sobald sie wieder geöffnet werden.',
      withoutAi: 'KI ist nicht erlaubt.',
      enableDashboardComments: {
        label: 'Kommentare',
        hint: 'Betrachter eines eingebetteten Mandanten unterhalten sich neben einem Dashboard.',
        layers:
          'Keine Sitzung und keine Adresse ändert dies. Betrachter brauchen eine Sitzung mit externalId und embedTenantName.',
      },
      mailMentions: {
        label: 'E-Mail bei Erwähnungen',
        hint: 'Betrachter, die ein Kommentar erwähnt, erhalten ihn per E-Mail, mit einem Link zum Abbestellen, wo der Server einen Mailserver hat.',
        layers:
          'Nur Betrachter mit einer E-Mail-Adresse in ihrer Sitzung erhalten eine. Ihr Link braucht die Seite Ihres Produkts, oben.',
      },
      allowAi: {
        label: 'KI',
        hint: 'Chats und Texte, die ein Agent schreibt, auf jeder eingebetteten Oberfläche. Ist sie aus, lehnt der Server sie ab.',
        layers: 'Eine Sitzung verbietet sie mit allowAi: false. Was hier aus ist, kann sie nicht erlauben.',
      },
      showDashboardChat: {
        label: 'Chat neben Dashboards',
        hint: 'Eine Schaltfläche öffnet einen Chat über das Dashboard, wo ein Modell oder zertifizierte Abfragen antworten können.',
        layers: 'Eine Sitzung entscheidet anders mit showDashboardChat, true oder false.',
      },
      showWorkbookChat: {
        label: 'Chat in der Anwendung',
        hint: 'Eine Schaltfläche auf jeder ihrer Seiten und eine eigene Seite.',
        layers: 'Eine Sitzung entscheidet anders mit showWorkbookChat, true oder false.',
      },
      showAiWidgets: {
        label: 'Texte von KI',
        hint: 'KI-Widgets schreiben ihre Texte neu. Vorhandene werden in jedem Fall gezeigt.',
        layers: 'Eine Sitzung entscheidet anders mit showAiWidgets, true oder false.',
      },
    },
    creator: {
      title: 'Eingebettete Anwendung',
      hint: 'Was Betrachter, die Inhalte erstellen, um ihren Arbeitsbereich herum sehen.',
      showWorkspaceTitle: 'Der Arbeitsbereich hat einen Titel',
      workspaceTitle: 'Titel',
      workspaceTitleDefault: 'Arbeitsbereich',
      titles: 'Der Titel in anderen Sprachen',
      language: 'Sprache {{number}}',
      titleIn: 'Titel {{number}}',
      addTitle: 'Sprache hinzufügen',
      removeTitle: 'Titel {{number}} entfernen',
      showSemanticSql: 'Die Abfrage eines Berichts ist einsehbar',
      showSemanticSqlHint:
        'So, wie sie sich an das Datenmodell richtet; sie nennt keine Tabellen der Quelle.',
    },
    layers: {
      title: 'Was Sitzungen und Adressen entscheiden',
      hint: 'Ihr Server signiert die Einstellungen einer Sitzung, wenn er sie erzeugt. Die Adresse eines Rahmens kann ändern, wer ihn betrachtet. Keines von beiden gewährt ein Recht.',
      session: 'Sitzung: {{name}}',
      address: 'Adresse: {{name}}',
      parts: {
        comments: {
          name: 'Kommentare',
          rule: 'Das Konto entscheidet.',
        },
        ai: {
          name: 'KI',
          rule: 'Erlaubt, wenn nicht das Konto oder die Sitzung sie verbietet.',
        },
        chat: {
          name: 'Chat neben Dashboards',
          rule: 'Die Sitzung, sonst das Konto; nie ohne KI.',
        },
        applicationChat: {
          name: 'Chat in der Anwendung',
          rule: 'Die Sitzung, sonst das Konto; nie ohne KI.',
        },
        widgets: {
          name: 'Texte von KI',
          rule: 'Die Sitzung, sonst das Konto; nie ohne KI.',
        },
        authoring: {
          name: 'Chat, der Inhalte speichert',
          rule: 'Erlaubt, wenn die Sitzung ihn nicht verbietet, soweit der Betrachter darf.',
        },
        downloads: {
          name: 'Downloads',
          rule: 'Nur wo die Adresse danach verlangt; Sitzung, Dashboard oder die Sperre des Kontos verbieten sie.',
        },
        sharing: {
          name: 'Freigeben in der Anwendung',
          rule: 'Sichtbar, wenn die Sitzung es nicht verbirgt.',
        },
        header: {
          name: 'Kopfzeile von Dashboards',
          rule: 'Sichtbar, wenn die Adresse sie oder einzelne Teile davon nicht verbirgt.',
        },
        history: {
          name: 'Verlauf des Chats',
          rule: 'Sichtbar, wenn die Adresse ihn nicht verbirgt.',
        },
        language: {
          name: 'Sprache',
          rule: 'Eine Aktion der Seite, sonst Adresse, Sitzung, Konto, Englisch.',
        },
        colours: {
          name: 'Farben',
          rule: 'Eine Aktion der Seite, sonst Adresse, System des Betrachters.',
        },
        timezone: {
          name: 'Zeitzone',
          rule: 'Eine Aktion der Seite, sonst Adresse, Sitzung, Konto.',
        },
      },
    },
    origins: {
      title: 'Origins, die einbetten dürfen',
      hint: 'Nur Seiten dieser Origins rahmen Dashboards ein und tauschen Nachrichten mit ihnen aus. Ist die Liste leer, darf es jede Seite, die eine Sitzung hat.',
      label: 'Origins',
      example: 'https://app.example.com',
    },
    refused: {
      title: 'Abgelehnte Origins',
      hint: 'Seiten dieser Origins wollten eine Oberfläche einbetten und durften es nicht. Erlauben Sie die, die Ihnen gehören; jeder kann eine Seite machen, die fragt.',
      unloaded: 'Die abgelehnten Origins konnten nicht geladen werden',
      none: 'Keine Seite wurde abgelehnt.',
      origin: 'Origin',
      refusals: 'Ablehnungen',
      last: 'Letzte Ablehnung',
      actions: 'Aktionen',
      allow: 'Erlauben',
      allowOf: '{{origin}} erlauben',
      forget: 'Vergessen',
      forgetOf: '{{origin}} vergessen',
    },
    imageHosts: {
      title: 'Hosts von Bildern',
      hint: 'Texte zeigen nur Bilder dieser Hosts. Wer einen Host betreibt, erfährt, wer seine Bilder ansieht.',
      label: 'Hosts',
      example: 'images.example.com',
    },
  },
};
