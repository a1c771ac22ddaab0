/** To be spread into the jest configuration of a project whose *.db.spec.ts need PostgreSQL or NATS. */
module.exports = { globalSetup: require.resolve('./setup.mjs'), globalTeardown: require.resolve('./teardown.mjs') };
