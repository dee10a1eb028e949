/** Uncontrolled forms with typed field names: the compiler checks names, server errors appear at their field. */
import type { SubmitEvent } from 'react';
import { fieldError } from './errors';

interface TypedFormOptions<Field extends string, List extends string> {
  fields: readonly Field[];
  /** Names of checkbox groups; each yields the values that are checked. */
  lists?: readonly List[];
  /** The error of the mutation that the form submits. */
  failure?: unknown;
}

export type FormValues<Field extends string, List extends string = never> = Record<Field, string> &
  Record<List, string[]>;

export interface TypedForm<Field extends string, List extends string = never> {
  /** The props that tie an input to a field of the form. */
  field: (name: Field) => { name: Field; error: string | undefined };
  /** The failure, unless one of the fields shows it. */
  formError: unknown;
  hasFieldError: boolean;
  read: (element: HTMLFormElement) => FormValues<Field, List>;
  handleSubmit: (
    submit: (values: FormValues<Field, List>, element: HTMLFormElement) => void,
  ) => (event: SubmitEvent<HTMLFormElement>) => void;
}

/** The values of a form's fields. Fields that are not on the page are empty. */
export function readFields<Field extends string>(
  element: HTMLFormElement,
  fields: readonly Field[],
): Record<Field, string> {
  const data = new FormData(element);
  return Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? '')])) as Record<
    Field,
    string
  >;
}

export function useTypedForm<Field extends string, List extends string = never>(
  options: TypedFormOptions<Field, List>,
): TypedForm<Field, List> {
  const { fields, lists = [], failure } = options;
  const hasFieldError = fields.some((name) => fieldError(failure, name) !== undefined);
  const read = (element: HTMLFormElement) => {
    const data = new FormData(element);
    return {
      ...readFields(element, fields),
      ...Object.fromEntries(lists.map((name) => [name, data.getAll(name).map(String)])),
    } as FormValues<Field, List>;
  };
  return {
    field: (name) => ({ name, error: fieldError(failure, name) }),
    formError: hasFieldError ? undefined : (failure ?? undefined),
    hasFieldError,
    read,
    handleSubmit: (submit) => (event) => {
      event.preventDefault();
      submit(read(event.currentTarget), event.currentTarget);
    },
  };
}
