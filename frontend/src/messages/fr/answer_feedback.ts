/** French texts: the review of feedback on answers. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/answer_feedback';

export const messages: Translation<typeof t> = {
  answerFeedback: 'Avis sur les réponses',
  questionsWhoseAnswersWereRatedDown:
    'Questions dont les réponses ont été mal notées, les plus récentes d’abord. Vous voyez comment Sprout AI a compris la question, mais ni la réponse ni son auteur.',
  state: 'État',
  open: 'À traiter',
  evaluationCases: 'Cas de test',
  dismissed: 'Écartés',
  downloadEvaluationCases: 'Télécharger les cas de test',
  couldntCreateTheFileTryAgain: 'Impossible de créer le fichier. Réessayez.',
  theFeedbackIsLoading: 'Chargement des avis',
  couldntLoadTheFeedback: 'Impossible de charger les avis.',
  noOpenFeedback: 'Aucun avis à traiter. Les réponses mal notées apparaissent ici.',
  noEvaluationCasesYet: 'Aucun cas de test pour l’instant. Créez-en un à partir d’une question à traiter.',
  nothingWasDismissed: 'Rien n’a été écarté.',
  showOlderFeedback: 'Afficher les avis plus anciens',
  askedAt: 'Posée le {time}',
  understoodAs: 'Comprise comme',
  noToolCalled: 'Rien n’a été consulté',
  reason: 'Motif',
  noReasonGiven: 'Aucun motif indiqué',
  comment: 'Commentaire',
  createEvaluationCase: 'Créer un cas de test',
  createEvaluationCaseFrom: 'Créer un cas de test à partir de « {question} »',
  dismiss: 'Écarter',
  dismissQuestion: 'Écarter « {question} »',
  reopen: 'Rouvrir',
  reopenQuestion: 'Rouvrir « {question} »',
  couldntChangeTheFeedback: 'Impossible de modifier l’avis. Réessayez.',
  evaluationCaseCreated: 'Cas de test créé.',
  feedbackDismissed: 'Avis écarté.',
  feedbackReopened: 'Avis rouvert.',
  sharedFeedback: 'Avis partagés',
  feedbackThatPeopleShareWithYou:
    'Avis sur les réponses que les utilisateurs partagent avec vous, les plus récents d’abord. Ils ne contiennent ni réponses ni données.',
  noSharedFeedbackYet:
    'Aucun avis partagé pour l’instant. Chacun choisit de le partager lorsqu’il note mal une réponse.',
  organization: 'Organisation',
  question: 'Question posée',
  shared: 'Partagé',
};
