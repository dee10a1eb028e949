/** Looks up UI texts: English is bundled with each feature; another language replaces it at run time. */
import type { Schemas, SproutError } from '@sprout/client';
import { createElement, Fragment, type ReactNode } from 'react';

/** A text with `{placeholders}`, or one per plural category of `count`. */
export type Message = string | { readonly one: string; readonly other: string };
export type Catalog = Readonly<Record<string, Message>>;

/** The text of a language for a message, or undefined where the English text applies. */
export type Lookup = (feature: string, key: string, english: Message) => Message | undefined;

/** Says in a language what the server says in English. */
export interface Explanations {
  error: (error: Pick<SproutError, 'code' | 'message' | 'details'>) => string;
  /** Why a value, or a row of a source, was rejected. */
  rejection: (value: Rejection) => string;
  /** What is noted about a synced table. */
  note: (note: Schemas['TableNote']) => string;
  /** Why an event or a message was not delivered. */
  delivery: (delivery: Delivery) => string;
}

type Delivery = Pick<Schemas['WebhookDelivery'], 'lastError' | 'lastErrorCode' | 'lastErrorValue'>;

type Rejection = Pick<Schemas['ErrorDetail'], 'message' | 'min' | 'max'> & {
  code: Schemas['ErrorDetailCode'] | Schemas['RejectCode'];
};

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type PlaceholdersOf<M> = M extends string
  ? Placeholders<M>
  : 'count' | Exclude<Placeholders<M[keyof M]>, 'count'>;

type Params<M, Value> = [PlaceholdersOf<M>] extends [never]
  ? []
  : [params: Readonly<Record<PlaceholdersOf<M>, Value>>];

/** A text per plural category. Categories other than `one` share a text. */
type PluralForms = Exclude<Message, string>;

/** The texts of another language for a catalog: the same keys, and plural forms where English has them. */
export type Translation<T> =
  T extends Translator<infer C>
    ? { readonly [K in keyof C]: C[K] extends string ? string : PluralForms }
    : never;

export interface Translator<C extends Catalog> {
  <K extends keyof C & string>(key: K, ...params: Params<C[K], string | number>): string;
  /** A text with elements, such as links, as placeholders. */
  rich: <K extends keyof C & string>(key: K, ...params: Params<C[K], ReactNode>) => ReactNode;
}

let language = 'en';
let lookup: Lookup | undefined;
let explanations: Explanations | undefined;

/** Switches the language of all texts rendered from now on. */
export function setLanguage(name: string, translation?: Lookup, explained?: Explanations): void {
  language = name;
  lookup = translation;
  explanations = explained;
}

export const explainError: Explanations['error'] = (error) => explanations?.error(error) ?? error.message;

export const explainRejection: Explanations['rejection'] = (value) =>
  explanations?.rejection(value) ?? value.message;

export const explainNote: Explanations['note'] = (note) => explanations?.note(note) ?? note.text;

export const explainDelivery: Explanations['delivery'] = (delivery) =>
  explanations?.delivery(delivery) ?? delivery.lastError ?? '';

/** A word that is no message, such as a trend of the server, where the language has it. */
export function translateWord(word: string): string {
  const message = lookup?.('words', word, word);
  return typeof message === 'string' ? message : word;
}

/** The translator of one feature's catalog. */
export function createTranslator<const C extends Catalog>(feature: string, english: C): Translator<C> {
  const parts = (key: string, params: Readonly<Record<string, unknown>> = {}): unknown[] => {
    const original = english[key] ?? key;
    let message = lookup?.(feature, key, original) ?? original;
    if (typeof message !== 'string') {
      message =
        new Intl.PluralRules(language).select(Number(params.count)) === 'one' ? message.one : message.other;
    }
    return message.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? params[part] : part));
  };
  const translate: Translator<C> = (key: string, params?: Readonly<Record<string, unknown>>) =>
    parts(key, params).join('');
  translate.rich = (key: string, params?: Readonly<Record<string, unknown>>) =>
    createElement(Fragment, null, ...(parts(key, params) as ReactNode[]));
  return translate;
}
