/** Spanish texts: the review of feedback on answers. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/answer_feedback';

export const messages: Translation<typeof t> = {
  answerFeedback: 'Opiniones sobre respuestas',
  questionsWhoseAnswersWereRatedDown:
    'Preguntas cuyas respuestas recibieron una mala calificación, las más recientes primero. Usted ve cómo Sprout AI entendió la pregunta, no la respuesta ni quién preguntó.',
  state: 'Estado',
  open: 'Pendientes',
  evaluationCases: 'Casos de prueba',
  dismissed: 'Descartadas',
  downloadEvaluationCases: 'Descargar los casos de prueba',
  couldntCreateTheFileTryAgain: 'No se pudo crear el archivo. Inténtelo de nuevo.',
  theFeedbackIsLoading: 'Se están cargando las opiniones',
  couldntLoadTheFeedback: 'No se pudieron cargar las opiniones.',
  noOpenFeedback: 'No hay opiniones pendientes. Aquí aparecen las respuestas con mala calificación.',
  noEvaluationCasesYet: 'Aún no hay casos de prueba. Cree uno a partir de una pregunta pendiente.',
  nothingWasDismissed: 'No se descartó nada.',
  showOlderFeedback: 'Mostrar opiniones anteriores',
  askedAt: 'Preguntado el {time}',
  understoodAs: 'Entendido como',
  noToolCalled: 'No se consultó nada',
  reason: 'Motivo',
  noReasonGiven: 'Sin motivo',
  comment: 'Comentario',
  createEvaluationCase: 'Crear caso de prueba',
  createEvaluationCaseFrom: 'Crear un caso de prueba a partir de «{question}»',
  dismiss: 'Descartar',
  dismissQuestion: 'Descartar «{question}»',
  reopen: 'Reabrir',
  reopenQuestion: 'Reabrir «{question}»',
  couldntChangeTheFeedback: 'No se pudo cambiar la opinión. Inténtelo de nuevo.',
  evaluationCaseCreated: 'Caso de prueba creado.',
  feedbackDismissed: 'Opinión descartada.',
  feedbackReopened: 'Opinión reabierta.',
  sharedFeedback: 'Opiniones compartidas',
  feedbackThatPeopleShareWithYou:
    'Opiniones sobre respuestas que las personas comparten con usted, las más recientes primero. No contienen respuestas ni datos.',
  noSharedFeedbackYet:
    'Aún no hay opiniones compartidas. Quien califica mal una respuesta decide si la comparte.',
  organization: 'Organización',
  question: 'Pregunta',
  shared: 'Compartida',
};
