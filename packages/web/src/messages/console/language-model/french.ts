import type { Translation } from '../../translation/translation.ts';
import type { languageModelEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const languageModelFrench: Translation<typeof languageModelEnglish> = {
  ai: {
    title: 'IA',
    hint: 'Le modèle de langage qui répond dans les discussions, et ce que chacun en consomme.',
    unloaded: 'Impossible de charger les paramètres',
    model: {
      title: 'Modèle de langage',
      hint: 'Les questions, et ce que les requêtes y répondent, lui sont envoyés.',
      using: {
        account: 'Ce modèle du compte répond aux discussions.',
        server:
          '{{model}}, configuré par l’exploitant du serveur, répond aux discussions. Vous pouvez définir le vôtre.',
        none: 'Aucun modèle n’est configuré : les discussions répondent ce que permettent les requêtes certifiées et les noms du modèle de données.',
      },
      provider: 'Format',
      providers: {
        'openai-compatible': 'Compatible OpenAI',
        anthropic: 'Anthropic',
      },
      baseUrl: 'Adresse de base',
      baseUrlExample: 'https://models.example.com/v1',
      baseUrlHint: 'Contactée en HTTPS ; les adresses de réseaux privés sont refusées.',
      baseUrlHintPrivate: 'Les adresses de réseaux privés sont autorisées, en HTTP aussi.',
      name: 'Modèle',
      nameExample: 'large-1',
      key: 'Clé',
      keyHint: 'Enregistrée chiffrée et jamais affichée. Laissez vide pour un service qui n’en demande pas.',
      keyKept: 'Une clé est enregistrée. Ce que vous saisissez ici la remplace.',
      keyElsewhere:
        'La clé enregistrée appartient à une autre adresse ou à un autre format : saisissez celle-ci.',
      keyExample: 'Enregistrée',
      removeKey: 'Retirer la clé enregistrée',
      remove: 'Retirer le modèle',
      removeTitle: 'Retirer le modèle du compte ?',
      removeText: 'Sa clé est supprimée. Le modèle du serveur répond aux discussions, ou aucun.',
      try: 'Essayer',
      trying: 'Question posée au modèle…',
      answered: '{{model}} a répondu en {{seconds}} s.',
      answeredText: '{{model}} a répondu en {{seconds}} s : « {{text}} »',
      unanswered: 'Le modèle ne répond pas',
    },
    limit: {
      title: 'Limite par jour',
      hint: 'Jetons qu’une personne peut consommer en un jour (UTC). Au-delà, un message est refusé jusqu’au lendemain.',
      kind: 'Limite',
      kinds: {
        default: 'Celle par défaut : {{count}} jetons',
        own: 'Une limite à nous',
        none: 'Aucune limite',
      },
      tokens: 'Jetons',
    },
    usage: {
      title: 'Consommation',
      hint: 'Par personne, agent et jour (UTC), le plus récent d’abord. La barre du jour montre ce que la personne a consommé en tout de la limite.',
      unloaded: 'Impossible de charger la consommation',
      none: 'Personne n’a encore interrogé de modèle.',
      today: 'Aujourd’hui',
      viewer: 'Lecteur intégré',
      noAgent: 'Aucun',
      goneAgent: 'Supprimé',
      filter: {
        person: 'Une partie du nom',
        everyAgent: 'Tous les agents',
        from: 'Du',
        to: 'Au',
        clear: 'Effacer les filtres',
        none: 'Aucune consommation ne correspond aux filtres.',
      },
      ofLimit: '{{share}} de la limite par jour de {{name}}',
      column: {
        day: 'Jour',
        person: 'Personne',
        agent: 'Agent',
        calls: 'Demandes',
        read: 'Lus',
        written: 'Écrits',
        total: 'Jetons',
      },
    },
  },
};
