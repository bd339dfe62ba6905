// Figures of the tests that try to break the engine. web/test/contents-facts.test.ts compares them with those tests.
export const proof = {
  /** One run of `npm run faults` ends so many server processes, and kills PostgreSQL so many times. */
  processKills: 500,
  databaseKills: 100,
  plantedBugs: 71,
  /** The transfers of the simulated month of outages. */
  monthTransfers: 200_000,
} as const;
