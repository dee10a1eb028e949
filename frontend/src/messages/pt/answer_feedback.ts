/** Portuguese texts: the review of feedback on answers. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/answer_feedback';

export const messages: Translation<typeof t> = {
  answerFeedback: 'Feedback sobre respostas',
  questionsWhoseAnswersWereRatedDown:
    'Perguntas cujas respostas foram mal avaliadas, as mais recentes primeiro. Você vê como o Sprout AI entendeu a pergunta, mas não a resposta nem quem perguntou.',
  state: 'Situação',
  open: 'Em aberto',
  evaluationCases: 'Casos de teste',
  dismissed: 'Descartados',
  downloadEvaluationCases: 'Baixar os casos de teste',
  couldntCreateTheFileTryAgain: 'Não foi possível criar o arquivo. Tente de novo.',
  theFeedbackIsLoading: 'Carregando o feedback',
  couldntLoadTheFeedback: 'Não foi possível carregar o feedback.',
  noOpenFeedback: 'Nenhum feedback em aberto. As respostas mal avaliadas aparecem aqui.',
  noEvaluationCasesYet: 'Ainda não há casos de teste. Crie um a partir de uma pergunta em aberto.',
  nothingWasDismissed: 'Nada foi descartado.',
  showOlderFeedback: 'Mostrar feedback mais antigo',
  askedAt: 'Perguntado em {time}',
  understoodAs: 'Entendido como',
  noToolCalled: 'Nada foi consultado',
  reason: 'Motivo',
  noReasonGiven: 'Nenhum motivo informado',
  comment: 'Comentário',
  createEvaluationCase: 'Criar caso de teste',
  createEvaluationCaseFrom: 'Criar um caso de teste a partir de “{question}”',
  dismiss: 'Descartar',
  dismissQuestion: 'Descartar “{question}”',
  reopen: 'Reabrir',
  reopenQuestion: 'Reabrir “{question}”',
  couldntChangeTheFeedback: 'Não foi possível alterar o feedback. Tente de novo.',
  evaluationCaseCreated: 'Caso de teste criado.',
  feedbackDismissed: 'Feedback descartado.',
  feedbackReopened: 'Feedback reaberto.',
  sharedFeedback: 'Feedback compartilhado',
  feedbackThatPeopleShareWithYou:
    'Feedback sobre respostas que as pessoas compartilham com você, o mais recente primeiro. Não contém respostas nem dados.',
  noSharedFeedbackYet:
    'Ainda não há feedback compartilhado. Quem avalia mal uma resposta escolhe se o compartilha.',
  organization: 'Organização',
  question: 'Pergunta',
  shared: 'Compartilhado',
};
