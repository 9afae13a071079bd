import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const connectionsFrench: Translation<typeof connectionsEnglish> = {
  connections: {
    title: 'Comptes connectés',
    hint: 'Sources de données lues avec votre propre accès. Oriel garde cet accès pour vous et ne le montre à personne.',
    unloaded: 'Impossible de charger vos comptes connectés',
    none: 'Rien à connecter',
    noneText: 'Aucune source de données de ce compte n’est lue avec l’accès de ses utilisateurs.',
    connect: 'Connecter',
    reconnect: 'Reconnecter',
    disconnect: 'Déconnecter',
    connectNamed: 'Se connecter à {{name}}',
    disconnectNamed: 'Se déconnecter de {{name}}',
    until: 'L’accès se renouvelle de lui-même ; pour l’instant jusqu’au {{time}}.',
    since: 'Connecté le {{time}}.',
    connected: 'Vous êtes connecté.',
    failed: 'Vous n’êtes pas connecté. La raison figure ci-dessous.',
    lastError: 'Dernière erreur : {{error}}',
    status: {
      active: 'Connecté',
      expired: 'Terminé',
      error: 'En échec',
      none: 'Non connecté',
    },
    remove: {
      title: 'Se déconnecter de {{name}} ?',
      text: 'Les graphiques de ses sources de données ne vous montrent rien avant une nouvelle connexion. Ce que voient les autres ne change pas.',
    },
  },
};
