/** What the started server and the tests tell each other: variables of the environment, which the test processes inherit. */

const ADDRESS = 'SPROUT_E2E_ADDRESS';
const WAREHOUSES = 'SPROUT_E2E_WAREHOUSES';
const DATA = 'SPROUT_E2E_DATA';

/** Says where the server listens, below which folder warehouses may lie, and where the server keeps its data. */
export function publishAddress(address: string, warehouses: string, data: string): void {
  process.env[ADDRESS] = address;
  process.env[WAREHOUSES] = warehouses;
  process.env[DATA] = data;
}

/** The address for relative links; nothing before the server runs. */
export function serverAddress(): { baseURL?: string } {
  const address = process.env[ADDRESS];
  return address === undefined ? {} : { baseURL: address };
}

/** The folder below which the server reads warehouses. */
export function warehouseRoot(): string {
  const root = process.env[WAREHOUSES];
  if (root === undefined) throw new Error('No server was started for this run: see e2e/server.ts.');
  return root;
}

/** The server's data folder, for commands of its operator. */
export function dataFolder(): string {
  const folder = process.env[DATA];
  if (folder === undefined) throw new Error('No server was started for this run: see e2e/server.ts.');
  return folder;
}
