/** The checker used at every border: flags, dataset rows, stored lines, model answers. */
export { z } from 'zod';
