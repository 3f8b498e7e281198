import Docker from 'dockerode';

/** The package, imported here only: its client, and the types of what that gives. */
export { Docker };
