/** Typed React Query options for GET calls. The query key is the path followed by the parameters. */
import { unwrap, type ApiPaths, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiClient } from './client';
import { logFailure } from './logFailure';

export type ApiPath = keyof ApiPaths;

/** Paths that can be read with GET. */
type GetPath = {
  [P in ApiPath]: ApiPaths[P] extends { get: object } ? P : never;
}[ApiPath];

type Operation<P extends GetPath> = ApiPaths[P] extends { get: infer O } ? O : never;
type Parameters<P extends GetPath> =
  Operation<P> extends { parameters: infer All extends { path?: object; query?: object } }
    ? Pick<All, 'path' | 'query'>
    : never;
type Content<P extends GetPath> =
  Operation<P> extends { responses: { 200: { content: infer C } } } ? C[keyof C] : never;

/** The JSON body of a successful response; other formats of the same path are files. */
type ApiBody<P extends GetPath> = Exclude<Content<P>, string>;
/** The `data` member of the body. */
export type ApiData<P extends GetPath> = ApiBody<P> extends { data: infer D } ? D : never;

/** Paths whose data is a page of a cursor-paginated list. */
export type PagedPath = {
  [P in GetPath]: ApiData<P> extends { items: readonly unknown[]; nextCursor?: string } ? P : never;
}[GetPath];

export interface ApiOptions<P extends GetPath> {
  params?: Parameters<P>;
  /** Logs failures under this title, for data whose failure the page doesn't show. */
  errorLog?: string;
}

/** Options are required only where the path has parameters such as `{id}`. */
type OptionsArgument<P extends GetPath> =
  Parameters<P> extends { path: object }
    ? [options: ApiOptions<P> & { params: Parameters<P> }]
    : [options?: ApiOptions<P>];

/** The query key of a path. Without parameters it is the prefix that `invalidate` matches. */
export const apiKey = (path: ApiPath, params?: object): readonly unknown[] =>
  params === undefined ? [path] : [path, params];

async function fetchBody<P extends GetPath>(
  path: P,
  { params, errorLog }: ApiOptions<P> = {},
  signal?: AbortSignal,
): Promise<ApiBody<P>> {
  // The signature above is the typed one: openapi-fetch can't resolve its own for a generic path.
  const call = unwrap(apiClient.GET(path as never, { params, signal } as never));
  const body: unknown = await (errorLog === undefined ? call : logFailure(errorLog, call));
  if (typeof body !== 'object') throw new TypeError(`${path} returned a file instead of JSON.`);
  return body as ApiBody<P>;
}

/** Fetches the `data` of a path, for queries that do more with it than cache it. */
export async function fetchData<P extends GetPath>(
  path: P,
  options?: ApiOptions<P>,
  signal?: AbortSignal,
): Promise<ApiData<P>> {
  const { data } = (await fetchBody(path, options, signal)) as { data: ApiData<P> };
  return data;
}

/** Reads the `data` of a path. */
export function apiQuery<P extends GetPath>(path: P, ...[options]: OptionsArgument<P>) {
  return queryOptions({
    queryKey: apiKey(path, options?.params),
    queryFn: ({ signal }) => fetchData(path, options, signal),
  });
}

/** Reads the whole body of a path: `data` together with `meta`. */
export function apiBodyQuery<P extends GetPath>(path: P, ...[options]: OptionsArgument<P>) {
  return queryOptions({
    queryKey: apiKey(path, { ...options?.params, body: true }),
    queryFn: ({ signal }) => fetchBody(path, options, signal),
  });
}

/** A page of a list, with the `meta` of its response. */
type Page<P extends PagedPath> = ApiData<P> & { meta?: Schemas['Meta'] };

/** Reads a cursor-paginated list page by page. */
export function apiPagesQuery<P extends PagedPath>(
  path: P,
  { limit, params, errorLog }: ApiOptions<P> & { limit?: number } = {},
) {
  const filter = { ...params, query: { ...params?.query, ...(limit !== undefined && { limit }) } };
  return infiniteQueryOptions({
    queryKey: apiKey(path, { ...filter, pages: true }),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }): Promise<Page<P>> => {
      const query = { ...filter.query, ...(pageParam !== undefined && { cursor: pageParam }) };
      const options = { params: { ...filter, query }, ...(errorLog !== undefined && { errorLog }) };
      const body = await fetchBody(path, options as unknown as ApiOptions<P>, signal);
      const { data, meta } = body as { data: ApiData<P>; meta?: Schemas['Meta'] };
      return { ...(data as object), ...(meta && { meta }) } as Page<P>;
    },
    getNextPageParam: (page) => (page as { nextCursor?: string }).nextCursor,
  });
}

/** Marks every cached response of these paths as stale; the ones on the page are fetched again. */
export async function invalidate(queryClient: QueryClient, ...paths: ApiPath[]): Promise<void> {
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: apiKey(path) })));
}

/** The `data` of a successful call, for mutations. */
export async function unwrapData<D>(call: Promise<{ data?: { data: D }; response: Response }>): Promise<D> {
  return (await unwrap(call)).data;
}
