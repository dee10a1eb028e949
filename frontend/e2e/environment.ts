/** Environment variables that pass data from the started server to the test processes. */

const ADDRESS = 'SPROUT_E2E_ADDRESS';
const WAREHOUSES = 'SPROUT_E2E_WAREHOUSES';
const DATA = 'SPROUT_E2E_DATA';

/** Sets the server's address, its root folder for warehouses, and its data folder. */
export function publishAddress(address: string, warehouses: string, data: string): void {
  process.env[ADDRESS] = address;
  process.env[WAREHOUSES] = warehouses;
  process.env[DATA] = data;
}

/** The base URL. Undefined before the server runs. */
export function serverAddress(): { baseURL?: string } {
  const address = process.env[ADDRESS];
  return address === undefined ? {} : { baseURL: address };
}

/** The root folder from which the server reads warehouses. */
export function warehouseRoot(): string {
  const root = process.env[WAREHOUSES];
  if (root === undefined) throw new Error('No server was started for this run: see e2e/server.ts.');
  return root;
}

/** The server's data folder, for its command line. */
export function dataFolder(): string {
  const folder = process.env[DATA];
  if (folder === undefined) throw new Error('No server was started for this run: see e2e/server.ts.');
  return folder;
}
