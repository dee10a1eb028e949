/** German texts: the review of feedback on answers. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/answer_feedback';

export const messages: Translation<typeof t> = {
  answerFeedback: 'Feedback zu Antworten',
  questionsWhoseAnswersWereRatedDown:
    'Fragen, deren Antworten schlecht bewertet wurden, die neuesten zuerst. Sie sehen, wie Sprout AI eine Frage verstanden hat, nicht die Antwort und nicht, wer gefragt hat.',
  state: 'Status',
  open: 'Offen',
  evaluationCases: 'Testfälle',
  dismissed: 'Verworfen',
  downloadEvaluationCases: 'Testfälle herunterladen',
  couldntCreateTheFileTryAgain: 'Die Datei konnte nicht erstellt werden. Versuchen Sie es noch einmal.',
  theFeedbackIsLoading: 'Das Feedback wird geladen',
  couldntLoadTheFeedback: 'Das Feedback konnte nicht geladen werden.',
  noOpenFeedback: 'Kein offenes Feedback. Hier erscheinen Antworten, die jemand schlecht bewertet.',
  noEvaluationCasesYet: 'Noch keine Testfälle. Erstellen Sie einen aus einer offenen Frage.',
  nothingWasDismissed: 'Es wurde nichts verworfen.',
  showOlderFeedback: 'Älteres Feedback anzeigen',
  askedAt: 'Gefragt am {time}',
  understoodAs: 'Verstanden als',
  noToolCalled: 'Es wurde nichts nachgeschlagen',
  reason: 'Grund',
  noReasonGiven: 'Kein Grund angegeben',
  comment: 'Kommentar',
  createEvaluationCase: 'Testfall erstellen',
  createEvaluationCaseFrom: 'Testfall aus „{question}“ erstellen',
  dismiss: 'Verwerfen',
  dismissQuestion: '„{question}“ verwerfen',
  reopen: 'Wieder öffnen',
  reopenQuestion: '„{question}“ wieder öffnen',
  couldntChangeTheFeedback: 'Das Feedback konnte nicht geändert werden. Versuchen Sie es noch einmal.',
  evaluationCaseCreated: 'Testfall erstellt.',
  feedbackDismissed: 'Feedback verworfen.',
  feedbackReopened: 'Feedback wieder geöffnet.',
  sharedFeedback: 'Geteiltes Feedback',
  feedbackThatPeopleShareWithYou:
    'Feedback zu Antworten, das Personen mit Ihnen teilen, das neueste zuerst. Es enthält weder Antworten noch Daten.',
  noSharedFeedbackYet:
    'Noch kein geteiltes Feedback. Wer eine Antwort schlecht bewertet, entscheidet, ob er es teilt.',
  organization: 'Organisation',
  question: 'Frage',
  shared: 'Geteilt',
};
