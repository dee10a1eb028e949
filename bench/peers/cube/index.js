// Only GitHub distributes Cube's native part. REST needs it for its log and for templates in YAML models,
// which this model does not use.
const native = require('@cubejs-backend/native');
try {
  native.loadNative();
} catch {
  native.setupLogger = () => {};
  native.NativeInstance.prototype.newJinjaEngine = () => ({});
}
const CubejsServer = require('@cubejs-backend/server');

const options = {
  contextToAppId: () => 'one',
  // The tenant comes from the token, never from the query.
  queryRewrite: (query, { securityContext }) => {
    if (!Number.isInteger(securityContext?.tenant_id)) throw new Error('no tenant');
    query.filters.push({
      member: 'purchases.tenant_id',
      operator: 'equals',
      values: [String(securityContext.tenant_id)],
    });
    return query;
  },
};
new CubejsServer(options).listen().catch((error) => {
  console.error(error);
  process.exit(1);
});
