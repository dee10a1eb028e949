import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PgLazyJWTPreset } from 'postgraphile/presets/lazy-jwt';

export default {
  extends: [PostGraphileAmberPreset, PgLazyJWTPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: {
    port: Number(process.env.PORT),
    host: '127.0.0.1',
    watch: false,
    graphiql: false,
    pgJwtSecret: process.env.SECRET,
  },
  grafast: { explain: false },
};
