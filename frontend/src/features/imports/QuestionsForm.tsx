/** The questions about the files, answered together. Unanswered ones stay open. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { invalidate } from '@/api/queries';
import { t } from '@/messages/en/imports';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Panel } from '@/ui/Panel';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import { mergeAnswers, openQuestions, toAnswer, type OpenQuestion } from './answers';
import { optionLabel } from './optionLabel';
import { answerAndRead, placeLabel, type Upload, type UploadAnswer, type UploadReading } from './queries';
import { questionText } from './questionText';

const UNITS = ['bag', 'gal', 'ton', 'lb', 'unit'] as const;

export function QuestionsForm({ upload, reading }: { upload: Upload; reading: UploadReading }) {
  const queryClient = useQueryClient();
  const questions = openQuestions(reading.files);
  const save = useMutation({
    mutationFn: (given: UploadAnswer[]) =>
      answerAndRead(upload.id, {
        answers: mergeAnswers(upload.answers, given),
        corrections: upload.corrections,
      }),
    onSettled: () =>
      invalidate(
        queryClient,
        '/api/uploads/{id}',
        '/api/uploads/{id}/rejects/summary',
        '/api/uploads/{id}/rows',
      ),
  });
  if (questions.length === 0) return null;
  return (
    <Panel title={t('questions')} subtitle={t('questionsSubtitle')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          save.mutate(questions.flatMap((asked, index) => readAnswer(asked, index, fields)));
        }}
      >
        {save.isError && <ErrorAlert {...errorText(save.error, t('couldntSaveTheAnswers'))} />}
        {questions.map((asked, index) => (
          <QuestionField key={index} asked={asked} name={String(index)} />
        ))}
        <Box>
          <Button type="submit" variant="contained" loading={save.isPending}>
            {t('saveAnswers')}
          </Button>
        </Box>
      </Form>
    </Panel>
  );
}

function QuestionField({ asked, name }: { asked: OpenQuestion; name: string }) {
  const { question, file } = asked;
  const [label, help] = [questionText(asked), placeLabel(file)];
  if (question.kind === 'unit') {
    return (
      <>
        <TextInput label={label} name={name} required={false} help={`${help}. ${t('factorOf')}`} />
        <SelectInput label={t('unit')} name={`${name}-unit`} options={UNITS.map((unit) => [unit, unit])} />
      </>
    );
  }
  if (question.options.length > 0) {
    return (
      <SelectInput
        label={label}
        name={name}
        help={help}
        options={[['', t('chooseAnAnswer')], ...optionsOf(question)]}
      />
    );
  }
  return <TextInput label={label} name={name} required={false} help={help} />;
}

/** The listed words; a product or a crop may also keep its own. */
function optionsOf({ kind, options, value }: OpenQuestion['question']): (readonly [string, string])[] {
  const listed = options.map((option) => [option, optionLabel(kind, option)] as const);
  return kind === 'commodity' && value !== undefined
    ? [...listed, [value, t('keepWord', { word: value })] as const]
    : listed;
}

/** The answer in the form, or none if the question stays open. */
function readAnswer(asked: OpenQuestion, index: number, fields: FormData): UploadAnswer[] {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const given = text(String(index));
  if (given === '') return [];
  const answer =
    asked.question.kind === 'unit' ? { unit: text(`${String(index)}-unit`), factor: given } : given;
  return [toAnswer(asked, answer)];
}
