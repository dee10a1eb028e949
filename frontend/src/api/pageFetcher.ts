/** Fetches a cursor-paginated list page by page, for files with all of its rows. */
import { fetchData, type ApiData, type ApiOptions, type PagedPath } from './queries';

type Params<P extends PagedPath> = NonNullable<ApiOptions<P>['params']>;

interface PageFetcherOptions<P extends PagedPath> {
  /** Rows of a page. */
  limit: number;
  query?: Params<P>['query'];
  /** The values of parameters such as `{id}`. */
  path?: Params<P>['path'];
}

/** The first page has no cursor; the others have that of the page before. */
export const pageFetcher =
  <P extends PagedPath>(path: P, { limit, query, path: pathParams }: PageFetcherOptions<P>) =>
  (cursor: string | undefined, signal: AbortSignal): Promise<ApiData<P>> => {
    const params = {
      ...(pathParams && { path: pathParams }),
      query: { ...query, limit, ...(cursor !== undefined && { cursor }) },
    };
    return fetchData(path, { params } as unknown as ApiOptions<P>, signal);
  };
