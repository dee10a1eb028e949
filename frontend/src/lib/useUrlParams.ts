/**
 * The query string of the page, and how to change it. The router renders a new URL in a transition, which a slow
 * page finishes late: a change starts from the URL in the browser, so that two quick ones do not undo each other.
 */
import { useSearchParams, type NavigateOptions, type URLSearchParamsInit } from 'react-router-dom';

type ParamsChange = URLSearchParamsInit | ((now: URLSearchParams) => URLSearchParams);

type SetUrlParams = (change: ParamsChange, options?: NavigateOptions) => void;

export function useUrlParams(): [URLSearchParams, SetUrlParams] {
  const [params, setParams] = useSearchParams();
  return [
    params,
    (next, options) =>
      setParams(typeof next === 'function' ? next(new URLSearchParams(location.search)) : next, options),
  ];
}
