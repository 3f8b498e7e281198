/** A request as far as it decides whether the viewer answers. */
interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Why a request is not answered; `undefined`: it is. Only the browser of whoever sits here may ask: another host name means that a web site had
 * its name point at this machine (DNS rebinding), another origin that a page from elsewhere asks.
 */
export function whyRefused({ method, headers }: Asked, port: number): { status: number; why: string } | undefined {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  const { host, origin } = headers;
  if (typeof host !== 'string' || !hosts.includes(host)) {
    return { status: 403, why: `this viewer answers to http://${hosts[0]} only` };
  }
  const isForeign = origin !== undefined && origin !== `http://${host}`;
  if (isForeign || headers['sec-fetch-site'] === 'cross-site') {
    return { status: 403, why: 'this viewer does not answer pages from elsewhere' };
  }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, why: 'this viewer only reads' };
  return undefined;
}
