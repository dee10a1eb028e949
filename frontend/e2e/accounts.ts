/** Test users: the demo's buyer, and owners of new organizations. */
import { randomUUID } from 'node:crypto';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { warehouseRoot } from './environment';

export interface Person {
  email: string;
  password: string;
}

/** Registration data. */
export interface Owner extends Person {
  organization: string;
  name: string;
}

export const demo: Person = { email: 'demo@sprout.example', password: 'sprout-demo' };

/** A user who is not yet registered. */
export function newOwner(): Owner {
  const mark = randomUUID().slice(0, 8);
  return {
    organization: `Prairie Inputs ${mark}`,
    name: 'Robin Field',
    email: `robin-${mark}@prairie.example`,
    password: 'four bags of seed',
  };
}

/** Signs in without the form: the page has the token and cookie, and shows nothing of the app yet. */
export async function signInByApi(page: Page, person: Person = demo): Promise<string> {
  return openSignedIn(page, '/api/auth/login', person);
}

/** Registers without the form, and signs in as the owner. */
export async function signInAsOwner(page: Page, owner: Owner = newOwner()): Promise<string> {
  return openSignedIn(page, '/api/auth/register', owner);
}

/** Makes the server's root folder that of the organization, as an operator can. */
function shareWarehouses(organization: string): void {
  const folder = join(warehouseRoot(), organization);
  if (!existsSync(folder)) symlinkSync(warehouseRoot(), folder);
}

/** Opens the app with the session that a call returns. */
export async function openSignedIn(page: Page, call: string, body: object): Promise<string> {
  const answer = await page.request.post(call, { data: body });
  expect(answer.status(), await answer.text()).toBe(200);
  const { data } = (await answer.json()) as { data: { token: string; organization: { id: string } } };
  shareWarehouses(data.organization.id);
  // A page of the same origin that runs none of the app's scripts.
  await page.goto('/robots.txt');
  await page.evaluate((token) => localStorage.setItem('token', token), data.token);
  return data.token;
}

/** Fills in the displayed sign-in form and submits it. */
export async function signInByForm(page: Page, person: Person = demo): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The token in local storage under `token`, as the specification defines it. */
export function readStoredToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'));
}

/** The response to a direct call with this token. */
export async function fetchStatus(page: Page, token: string): Promise<number> {
  const answer = await page.request.get('/api/account', { headers: { Authorization: `Bearer ${token}` } });
  return answer.status();
}
