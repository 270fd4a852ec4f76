import { findGoCommand, findPythonWith, type FoundProgram } from '../../tools/generate/pinned-program.js';

/** Two servers that nobody here wrote, at the versions that `tools/stripe` pins; kept in the cache of this user. */
const pins = 'tools/stripe';

/** Stripe's own stripe-mock. */
export function findStripeMock(): Promise<FoundProgram> {
  return findGoCommand({ title: 'stripe-mock', pins, command: 'github.com/stripe/stripe-mock' });
}

/** The Python that has Stripe World. */
export function findStripeWorld(): Promise<FoundProgram> {
  return findPythonWith({
    title: 'Stripe World',
    name: 'stripe-world',
    pins,
    since: [3, 13],
    // It says that it needs 3.14; `serve_world.py` makes up for the difference.
    options: ['--ignore-requires-python'],
  });
}
