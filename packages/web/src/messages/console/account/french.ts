import type { Translation } from '../../translation/translation.ts';
import type { accountEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const accountFrench: Translation<typeof accountEnglish> = {
  account: {
    title: 'Paramètres du compte',
    hint: 'Ce qui vaut pour tous les déploiements, utilisateurs et surfaces intégrées.',
    unloaded: 'Impossible de charger les paramètres',
    timezone: {
      title: 'Fuseau horaire',
      hint: 'Où commencent les jours, les semaines et les mois des graphiques.',
      enabled: 'Voir les heures dans le fuseau du compte',
      zone: 'Fuseau',
      override: 'Les lecteurs peuvent en choisir un autre',
    },
    python: {
      title: 'Python',
      hint: 'Un rapport peut contenir un script qui produit ses lignes. Il est exécuté sans réseau, si le serveur dispose de bubblewrap.',
      allow: 'Exécuter le Python des rapports',
    },
    downloads: {
      title: 'Téléchargements',
      hint: 'Toutes les façons dont des données deviennent un fichier : téléchargements de la console, des tableaux de bord intégrés et par e-mail.',
      restrict: 'Aucune donnée ne peut être téléchargée',
    },
    embedding: {
      title: 'Surfaces intégrées',
      hint: 'Ce qu’elles affichent quand la session n’en dit rien.',
      locale: 'Langue',
      localeDefault: 'Anglais',
      timezone: 'Fuseau horaire',
      timezoneDefault: 'Celui du compte',
      hostDashboardUrl: 'Page de votre produit qui affiche un tableau de bord',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'Les messages aux lecteurs y renvoient. {dashboardPublicId}, {embedTenantName} et {externalId} y sont remplacés.',
    },
    switchedOn: '{{name}} : activé',
    switchedOff: '{{name}} : désactivé',
    parts: {
      title: 'Ce que les lecteurs ont à côté de leurs tableaux de bord',
      hint: 'Enregistré dès le changement. Les tableaux de bord l’ont à leur prochaine ouverture.',
      withoutAi: 'L’IA n’est pas autorisée.',
      enableDashboardComments: {
        label: 'Commentaires',
        hint: 'Les lecteurs d’un même client intégré échangent à côté d’un tableau de bord.',
        layers:
          'Aucune session ni adresse n’y change rien. Il faut une session avec externalId et embedTenantName.',
      },
      mailMentions: {
        label: 'E-mail en cas de mention',
        hint: 'Les lecteurs mentionnés dans un commentaire le reçoivent par e-mail, avec un lien pour ne plus en recevoir, si le serveur a un serveur de messagerie.',
        layers:
          'Seuls les lecteurs dont la session a une adresse e-mail en reçoivent un. Son lien a besoin de la page de votre produit, ci-dessus.',
      },
      allowAi: {
        label: 'IA',
        hint: 'Discussions et textes écrits par un agent, sur toutes les surfaces intégrées. Le serveur les refuse quand elle est désactivée.',
        layers:
          'Une session l’interdit avec allowAi: false. Elle ne peut pas autoriser ce qui est désactivé ici.',
      },
      showDashboardChat: {
        label: 'Discussion à côté des tableaux de bord',
        hint: 'Un bouton ouvre une discussion sur le tableau de bord, là où un modèle ou des requêtes certifiées peuvent répondre.',
        layers: 'Une session en décide autrement avec showDashboardChat, true ou false.',
      },
      showWorkbookChat: {
        label: 'Discussion dans l’application',
        hint: 'Un bouton sur chacune de ses pages, et une page à part.',
        layers: 'Une session en décide autrement avec showWorkbookChat, true ou false.',
      },
      showAiWidgets: {
        label: 'Textes par IA',
        hint: 'Les widgets d’IA réécrivent leurs textes. Ceux qui existent sont affichés dans tous les cas.',
        layers: 'Une session en décide autrement avec showAiWidgets, true ou false.',
      },
    },
    creator: {
      title: 'Application intégrée',
      hint: 'Ce que les lecteurs qui créent du contenu voient autour de leur espace de travail.',
      showWorkspaceTitle: 'L’espace de travail a un titre',
      workspaceTitle: 'Titre',
      workspaceTitleDefault: 'Espace de travail',
      titles: 'Le titre dans d’autres langues',
      language: 'Langue {{number}}',
      titleIn: 'Titre {{number}}',
      addTitle: 'Ajouter une langue',
      removeTitle: 'Retirer le titre {{number}}',
      showSemanticSql: 'La requête d’un rapport peut être consultée',
      showSemanticSqlHint:
        'Telle qu’elle s’adresse au modèle de données ; elle ne nomme aucune table de la source.',
    },
    layers: {
      title: 'Ce que décident les sessions et les adresses',
      hint: 'Votre serveur signe les paramètres d’une session quand il la génère. L’adresse d’un cadre peut être modifiée par la personne qui le regarde. Aucune des deux n’accorde de droit.',
      session: 'session : {{name}}',
      address: 'adresse : {{name}}',
      parts: {
        comments: {
          name: 'Commentaires',
          rule: 'Le compte décide.',
        },
        ai: {
          name: 'IA',
          rule: 'Autorisée, sauf si le compte ou la session l’interdit.',
        },
        chat: {
          name: 'Discussion à côté des tableaux de bord',
          rule: 'La session, sinon le compte ; jamais sans IA.',
        },
        applicationChat: {
          name: 'Discussion dans l’application',
          rule: 'La session, sinon le compte ; jamais sans IA.',
        },
        widgets: {
          name: 'Textes par IA',
          rule: 'La session, sinon le compte ; jamais sans IA.',
        },
        authoring: {
          name: 'Discussion qui enregistre du contenu',
          rule: 'Autorisée, sauf si la session l’interdit, dans la limite des droits du lecteur.',
        },
        downloads: {
          name: 'Téléchargements',
          rule: 'Seulement si l’adresse les demande ; la session, le tableau de bord ou le verrou du compte les interdit.',
        },
        sharing: {
          name: 'Partage dans l’application',
          rule: 'Affiché, sauf si la session le masque.',
        },
        header: {
          name: 'En-tête des tableaux de bord',
          rule: 'Affiché, sauf si l’adresse le masque, en tout ou en partie.',
        },
        history: {
          name: 'Historique des discussions',
          rule: 'Affiché, sauf si l’adresse le masque.',
        },
        language: {
          name: 'Langue',
          rule: 'Une action de la page, sinon l’adresse, la session, le compte, l’anglais.',
        },
        colours: {
          name: 'Couleurs',
          rule: 'Une action de la page, sinon l’adresse, le système du lecteur.',
        },
        timezone: {
          name: 'Fuseau horaire',
          rule: 'Une action de la page, sinon l’adresse, la session, le compte.',
        },
      },
    },
    origins: {
      title: 'Origines autorisées à intégrer',
      hint: 'Seules les pages de ces origines encadrent des tableaux de bord et échangent des messages avec eux. Si la liste est vide, toute page qui a une session le peut.',
      label: 'Origines',
      example: 'https://app.example.com',
    },
    refused: {
      title: 'Origines refusées',
      hint: 'Des pages de ces origines ont voulu intégrer une surface et n’y étaient pas autorisées. Autorisez celles qui sont à vous ; n’importe qui peut créer une page qui le demande.',
      unloaded: 'Impossible de charger les origines refusées',
      none: 'Aucune page n’a été refusée.',
      origin: 'Origine',
      refusals: 'Refus',
      last: 'Dernier refus',
      actions: 'Actions',
      allow: 'Autoriser',
      allowOf: 'Autoriser {{origin}}',
      forget: 'Oublier',
      forgetOf: 'Oublier {{origin}}',
    },
    imageHosts: {
      title: 'Hôtes d’images',
      hint: 'Les textes n’affichent que des images de ces hôtes. L’exploitant d’un hôte apprend qui regarde ses images.',
      label: 'Hôtes',
      example: 'images.example.com',
    },
  },
};
