/** Answers to questions about files, merged with those given before. */
import type {
  CellCorrection,
  FileProposal,
  ImportQuestion,
  RejectedCellGroup,
  UploadAnswer,
} from './queries';

/** An open question with the layout that it is about. */
export interface OpenQuestion {
  question: ImportQuestion;
  file: FileProposal;
}

/** The open questions, each once per layout. */
export function openQuestions(files: readonly FileProposal[]): OpenQuestion[] {
  const seen = new Set<string>();
  return files.flatMap((file) =>
    file.questions
      .filter(({ kind, value, target }) => {
        const key = JSON.stringify([file.fingerprint, kind, value, target]);
        return !seen.has(key) && seen.add(key);
      })
      .map((question) => ({ question, file })),
  );
}

const isSameQuestion = (one: UploadAnswer, other: UploadAnswer) =>
  one.kind === other.kind &&
  one.value === other.value &&
  one.target === other.target &&
  one.fingerprint === other.fingerprint;

/** Earlier answers, replaced by new answers to the same question. */
export function mergeAnswers(
  earlier: readonly UploadAnswer[],
  given: readonly UploadAnswer[],
): UploadAnswer[] {
  return [...earlier.filter((answer) => !given.some((other) => isSameQuestion(answer, other))), ...given];
}

/** An answer from a form field, for one question. */
export function toAnswer({ question, file }: OpenQuestion, answer: unknown): UploadAnswer {
  return {
    kind: question.kind,
    ...(question.value !== undefined && { value: question.value }),
    ...(question.target !== undefined && { target: question.target }),
    ...(file.fingerprint !== undefined && { fingerprint: file.fingerprint }),
    answer,
  };
}

/** The correction of a group of cells: of the single cell, or of all cells alike. */
export function toCorrection({ cells, first }: RejectedCellGroup, replacement: string): CellCorrection {
  const { column, value, file, sheet, cell } = first;
  // Cells without a value are not alike: each may need another one.
  if (cells > 1 && value !== '') return { column, value, replacement };
  return { column, value, replacement, file, cell, ...(sheet !== undefined && { sheet }) };
}
