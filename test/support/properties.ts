// Loaded before every test file: property tests draw the same inputs on every run, so that a
// failure is due to the change under test. MAILWRIGHT_TEST_SEED=<number> draws others, to search
// further.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.MAILWRIGHT_TEST_SEED ?? 1) });
