/** Whether the server is ready, its version, and whether it has a demo. Public. */
import { apiQuery } from './queries';

export const readinessQuery = apiQuery('/health/ready');
