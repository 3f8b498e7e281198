import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { DataError, FileError, UsageError } from '../errors.ts';
import { viewOf } from '../report/page/calls.ts';
import { hashOf, page } from '../report/page/document.ts';
import { glossary } from '../report/page/glossary.ts';
import { html } from '../report/page/html.ts';
import { taskPagePath } from '../report/page/task-links.ts';
import { asFileError } from '../storage/file-errors.ts';
import { compareOutcomes } from './compare.ts';
import { comparePage, trialPage } from './compare-page.ts';
import type { Query } from './filters.ts';
import { whyRefused } from './guard.ts';
import { listPage } from './list-page.ts';
import { LIVE_SCRIPT } from './live-script.ts';
import type { ListedRun } from './run-list.ts';
import { livePart, runPage } from './run-page.ts';
import { createRunStore, type RunStore } from './run-store.ts';
import { taskView } from './task-view.ts';

interface ViewerOptions {
  /** The folder whose folders are runs. */
  readonly results: string;
  /** Further run folders. */
  readonly folders: readonly string[];
  /** 0: any that is free. */
  readonly port: number;
  readonly now: () => Date;
  /** Told of an error that only a bug can be. */
  sayBug(error: unknown): void;
}

const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src '${hashOf(LIVE_SCRIPT)}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** Serves the viewer on loopback until it is closed. It only reads; nothing it serves may load or run anything but its one script. */
export async function startViewer(options: ViewerOptions): Promise<{ readonly url: string; close(): Promise<void> }> {
  for (const folder of options.folders) {
    if (!existsSync(join(folder, 'manifest.json'))) {
      throw new UsageError(`${folder}: expected a run folder with a manifest.json, found none`);
    }
  }
  const store = createRunStore(options.results, options.folders, options.now);
  const server = Fastify({ logger: false, routerOptions: { maxParamLength: 2000 } });
  let port = options.port;
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    const refused = whyRefused(request, port);
    if (refused !== undefined) return reply.code(refused.status).type('text/plain; charset=utf-8').send(refused.why);
    return undefined;
  });
  const routes: Readonly<Record<string, Route>> = {
    '/': async ({ query }) => listPage(await store.list(), query),
    '/words': async () => wordsPage(),
    '/runs/:name': showRun,
    '/runs/:name/live': showLive,
    '/runs/:name/tasks/:file': showTask,
    '/compare': showComparison,
    '/compare/trial': showTrial,
  };
  for (const [path, route] of Object.entries(routes)) {
    server.get(path, async (request, reply) => {
      const text = await route(askedOf(request), store);
      return text === undefined ? notFound(reply) : reply.type('text/html; charset=utf-8').send(text);
    });
  }
  server.get('/runs/:name/*', async (request, reply) => sendFile(askedOf(request), store, reply));
  server.setNotFoundHandler((_, reply) => notFound(reply));
  server.setErrorHandler((error, _, reply) => {
    const { status, said } = told(error);
    if (status === 500) options.sayBug(error);
    return reply.code(status).type('text/html; charset=utf-8').send(errorPage(said));
  });
  await server.listen({ host: '127.0.0.1', port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    const why = error.code === 'EACCES' ? 'this user may not take it' : 'it is taken, perhaps by another viewer';
    throw new UsageError(`--port ${port}: ${why}; give another, or 0 for any that is free`);
  });
  for (const run of (await store.list()).runs.slice(0, PREPARED)) store.prepare(run);
  const address = server.server.address();
  if (typeof address === 'object' && address !== null) port = address.port;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** What a page says of an error; what only a bug can be is said in the terminal. */
function told(thrown: unknown): { readonly status: number; readonly said: string } {
  const error = asFileError(thrown);
  if (error instanceof DataError || error instanceof FileError) return { status: 409, said: error.message };
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return {
      status: 409,
      said: 'A file of this run is gone: it was moved, removed or begun again. Load the page again.',
    };
  }
  // What the server itself refuses of an address.
  const isOfAddress = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;
  if (isOfAddress) return { status: 400, said: 'There is no such address here.' };
  return { status: 500, said: 'The viewer failed; the terminal it runs in says more.' };
}

/** Runs that are indexed before anybody asks: the newest. */
const PREPARED = 2;

interface Asked {
  readonly params: Query;
  readonly query: Query;
}

type Route = (asked: Asked, store: RunStore) => Promise<string | undefined>;

/** Outside data: texts by name, of a name given twice the last. */
function askedOf({ params, query }: FastifyRequest): Asked {
  return { params: texts(params), query: texts(query) };
}

function texts(value: unknown): Query {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => [
      name,
      String(Array.isArray(text) ? text.at(-1) : text).slice(0, 2000),
    ]),
  );
}

const showRun: Route = async ({ params, query }, store) => {
  const { runs } = await store.list();
  const run = runs.find(({ name }) => name === params.name);
  if (run === undefined) return undefined;
  store.prepare(run);
  return runPage(run, runs, (await store.index(run)).outcomes, query);
};

/** Only what changes while a run runs: nothing is indexed for it. */
const showLive: Route = async ({ params }, store) => {
  const live = (await store.run(params.name))?.live;
  return live === undefined ? undefined : livePart(live).text;
};

const showTask: Route = async ({ params, query }, store) => {
  const run = await store.run(params.name);
  const taskId = run?.manifest.identity.taskIds.find((id) => taskPagePath(id) === `tasks/${params.file}`);
  if (run === undefined || taskId === undefined) return undefined;
  const index = await store.index(run);
  return store.texts(run, (texts) => taskView(run, index, texts, taskId, query));
};

const showComparison: Route = async ({ query }, store) => {
  const [a, b] = [await store.run(query.a), await store.run(query.b)];
  if (a === undefined || b === undefined) return undefined;
  return comparePage(a, b, compareOutcomes((await store.index(a)).outcomes, (await store.index(b)).outcomes));
};

const showTrial: Route = async ({ query }, store) => {
  const [a, b] = [await store.run(query.a), await store.run(query.b)];
  const { task = '', arm = '' } = query;
  if (a === undefined || b === undefined) return undefined;
  const side = async (run: ListedRun) => {
    const records = (await store.index(run)).taskRun(task);
    const trajectory = records.trajectories.findLast(
      ({ condition, sample, kRun }) =>
        condition === arm && String(sample) === query.sample && String(kRun ?? '') === (query.k ?? ''),
    );
    return { run, records, trajectory };
  };
  const [one, other] = [await side(a), await side(b)];
  return store.texts(a, (own) =>
    store.texts(b, (its) => {
      const view = viewOf(a.manifest.identity);
      return trialPage(
        [
          { ...one, view: { ...view, texts: own } },
          { ...other, view: { ...view, texts: its } },
        ],
        task,
        arm,
      );
    }),
  );
};

/** What of a run folder is shown as it is: the report, its figures, tables. */
const FILES = /^(?:report\.html|tables\.md|[\w-]+\.csv|figures\/[\w-]+\.(?:svg|csv))$/;

async function sendFile({ params }: Asked, store: RunStore, reply: FastifyReply) {
  const run = await store.run(params.name);
  const file = params['*'] ?? '';
  const path = run && FILES.test(file) ? join(run.path, file) : undefined;
  if (path === undefined || !existsSync(path)) return notFound(reply);
  const type = file.endsWith('.html') ? 'text/html' : file.endsWith('.svg') ? 'image/svg+xml' : 'text/plain';
  return reply.type(`${type}; charset=utf-8`).send(await readFile(path));
}

function notFound(reply: FastifyReply) {
  return reply.code(404).type('text/html; charset=utf-8').send(errorPage('There is no such run, task or page.'));
}

function wordsPage(): string {
  return page({
    title: 'Glossary',
    header: html`<div class="path"><a href="/">Runs</a></div><h1>Glossary</h1>`,
    navigation: undefined,
    main: glossary(),
    footer: undefined,
    viewer: {},
  });
}

function errorPage(text: string): string {
  return page({
    title: 'Not shown',
    header: html`<h1>Not shown</h1>`,
    navigation: html`<a href="/">Runs</a>`,
    main: html`<p>${text}</p>`,
    footer: undefined,
    viewer: {},
  });
}
