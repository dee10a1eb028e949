/** API queries of single records, and what Sprout advises about them. */
import type { Schemas } from '@sprout/client';
import { pageFetcher } from '@/api/pageFetcher';
import { apiBodyQuery, apiPagesQuery } from '@/api/queries';

export type ItemStock = Schemas['ItemStock'];
export type OrderLine = Schemas['OrderLine'];
export type Advice = Schemas['RecommendedItem'];
export type PlanLine = Schemas['PurchasePlanLine'];

/** Maximum number of rows of one page. */
const PAGE_ROWS = 200;

const byId = (id: string) => ({ params: { path: { id } } });

export const customerQuery = (id: string) => apiBodyQuery('/api/customers/{id}', byId(id));
export const itemQuery = (id: string) => apiBodyQuery('/api/items/{id}', byId(id));
export const supplierQuery = (id: string) => apiBodyQuery('/api/suppliers/{id}', byId(id));
export const locationQuery = (id: string) => apiBodyQuery('/api/locations/{id}', byId(id));

/** The lines of an order, page by page. */
export const orderLinesQuery = (id: string) =>
  apiPagesQuery('/api/orders/{id}', { limit: PAGE_ROWS, params: { path: { id } } });

export const orderLinesFetcher = (id: string) =>
  pageFetcher('/api/orders/{id}', { limit: PAGE_ROWS, path: { id } });

/** The purchase pattern of one customer: a list with at most one row. */
export const customerPatternQuery = (id: string) =>
  apiBodyQuery('/api/customers', { params: { query: { id, limit: 1 } } });

/** The recommendations that mention an item, supplier or location. */
export const adviceQuery = (text: string) =>
  apiBodyQuery('/api/purchasing/recommendations', { params: { query: { q: text, limit: PAGE_ROWS } } });

/** What the purchase plan advises about an item, by location. */
export const itemPlanQuery = (id: string) =>
  apiBodyQuery('/api/purchasing/plan', { params: { query: { itemId: [id], limit: PAGE_ROWS } } });
