import { type Layer, type Layers, layer } from './image-layers.ts';
import { install, script } from './layer-scripts.ts';

/** The repository whose tests need the server. */
export const HTTPBIN_USER = 'psf/requests';

/** They talk to this host. */
export const HOST = 'httpbin.org';

/** Where a redirection leads in one test; any answer will do. */
export const OTHER_HOSTS = ['www.google.co.uk'];

/** They take this address for one that never answers. */
const SILENT = '10.255.255.1';

export const FOLDER = '/opt/lucid-bench/httpbin';

/** An address whose queue of connections is full: one more waits until it gives up. Started with the address and `&`. */
const SILENCE = `import socket, sys, time
server = socket.socket()
server.bind((sys.argv[1], 80))
server.listen(0)
waiting = []
while True:
    client = socket.socket()
    client.settimeout(0.5)
    try:
        client.connect((sys.argv[1], 80))
    except OSError:
        break
    waiting.append(client)
print('silent', flush=True)
time.sleep(1 << 30)
`;

/** Starts the server without and with TLS and the silent address; ends when all three are there. */
const START = `set -e
ip link set lo up
ip address add ${SILENT}/32 dev lo
source /opt/lucid-bench/activate
cd ${FOLDER}
python silence.py ${SILENT} > silence.log 2>&1 &
gunicorn --daemon --workers 2 --threads 8 --bind 127.0.0.1:80 httpbin:app
gunicorn --daemon --workers 2 --threads 8 --bind 127.0.0.1:443 --certfile server.pem --keyfile server.key httpbin:app
for attempt in $(seq 120); do
  if grep -q silent silence.log && python check.py; then exit 0; fi
  sleep 0.5
done
echo "the server does not answer"; exit 1
`;

const CHECK = `import ssl, urllib.request
trusted = ssl.create_default_context(cafile='ca.pem')
for address in ('http://${HOST}/get', 'https://${HOST}/get'):
    urllib.request.urlopen(address, timeout=5, context=trusted if address.startswith('https') else None).read()
`;

/** Text as a file in an image, whatever is in it. */
const file = (name: string, text: string): string =>
  `echo ${Buffer.from(text).toString('base64')} | base64 -d > ${FOLDER}/${name}`;

const EXTENSIONS = `subjectAltName=DNS:${HOST},DNS:www.${HOST}`;

const SCRIPT = script(
  ...install('iproute2'),
  'source /opt/lucid-bench/activate',
  'python -m pip install httpbin==0.10.2 gunicorn==23.0.0 flask==3.0.3 werkzeug==3.0.6',
  `mkdir -p ${FOLDER}`,
  file('silence.py', SILENCE),
  file('check.py', CHECK),
  file('start.sh', START),
  file('extensions', EXTENSIONS),
  `cd ${FOLDER}`,
  'openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj "/CN=lucid-bench test authority" -keyout ca.key -out ca.pem',
  `openssl req -newkey rsa:2048 -nodes -subj "/CN=${HOST}" -keyout server.key -out server.csr`,
  'openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 36500 -extfile extensions -out server.pem',
  'rm ca.key',
);

/** The images of the server, base first: it stands upon the interpreter that its instances have. */
export function httpbinLayers(layers: Layers): readonly Layer[] {
  const upTo = layers.slice(0, layers.findIndex(({ kind }) => kind === 'interpreter') + 1);
  return [...upTo, layer('httpbin', upTo.at(-1)?.name ?? '', '0.10.2', [], SCRIPT)];
}
