import http, { type Agent, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { Readable } from 'node:stream';
import { type HttpClient, HttpError, type HttpRequest, type HttpResponse } from '../http.ts';

const defaultConnectTimeoutMs = 15_000;
/** How much of an unread rest is waited for before its connection is given up. */
const drainMs = 1_000;

interface Scheme {
  readonly agent: Agent;
  request(url: URL, options: RequestOptions): ClientRequest;
}

/** An HTTP client on Node's own sockets: keep-alive, streaming, abort, idle timeout. It does not read proxy variables. */
export function createHttpClient(): HttpClient {
  const schemes = new Map<string, Scheme>();

  async function schemeOf(protocol: string): Promise<Scheme> {
    const known = schemes.get(protocol);
    if (known !== undefined) return known;
    const options = { keepAlive: true, keepAliveMsecs: 30_000, maxFreeSockets: 16 };
    const made: Scheme =
      protocol === 'https:'
        ? // TLS costs some ten milliseconds to load, which a local server need not pay.
          await import('node:https').then(({ default: https }) => ({
            agent: new https.Agent(options),
            request: https.request,
          }))
        : { agent: new http.Agent(options), request: http.request };
    const first = schemes.get(protocol) ?? made;
    schemes.set(protocol, first);
    return first;
  }

  async function attempt(request: HttpRequest, signal: AbortSignal, isRepeat: boolean): Promise<HttpResponse> {
    const url = new URL(request.url);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new HttpError('unreachable', `${url.protocol}// is not an HTTP address`);
    }
    const scheme = await schemeOf(url.protocol);
    signal.throwIfAborted();
    const outcome = await send(scheme, url, request, signal);
    if ('response' in outcome) return outcome.response;
    // The server may close a kept connection just as it is used again; nothing was answered, so sending again is safe.
    if (outcome.wasReused && !isRepeat) return attempt(request, signal, true);
    throw outcome.error;
  }

  return {
    request: (request, signal) => attempt(request, signal, false),
    close() {
      for (const scheme of schemes.values()) scheme.agent.destroy();
      schemes.clear();
    },
  };
}

type Outcome = { readonly response: HttpResponse } | { readonly error: unknown; readonly wasReused: boolean };

function send(scheme: Scheme, url: URL, request: HttpRequest, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const body = request.body === undefined ? undefined : Buffer.from(request.body);
    const sent = scheme.request(url, {
      method: request.method,
      agent: scheme.agent,
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        ...request.headers,
        ...(body === undefined ? {} : { 'content-length': String(body.length) }),
      },
    });
    if (request.onSent) sent.once('finish', request.onSent);
    const onAbort = () => sent.destroy(new AbortedError());
    signal.addEventListener('abort', onAbort, { once: true });
    // A destroyed request tells its response only that it was cut; why is kept here.
    let silence: HttpError | undefined;
    const idle = setTimeout(() => {
      silence = new HttpError('idle', `nothing arrived for ${request.idleTimeoutMs / 1000} s`);
      sent.destroy(silence);
    }, request.idleTimeoutMs);
    const settle = () => {
      clearTimeout(idle);
      signal.removeEventListener('abort', onAbort);
    };
    limitConnecting(sent, url, request.connectTimeoutMs ?? defaultConnectTimeoutMs);

    sent.once('response', (message) => {
      sent.removeListener('error', onError);
      sent.on('error', () => {
        // The body reports it; without a listener the process would end.
      });
      idle.refresh();
      resolve({
        response: toResponse(message, { signal, settle, refresh: () => idle.refresh(), silence: () => silence }),
      });
    });
    const onError = (error: Error) => {
      settle();
      if (signal.aborted) resolve({ error: signal.reason, wasReused: false });
      else resolve({ error: toHttpError(error, url, 'unreachable'), wasReused: sent.reusedSocket && isLost(error) });
    };
    sent.once('error', onError);
    sent.end(body);
  });
}

class AbortedError extends Error {}

function limitConnecting(sent: ClientRequest, url: URL, timeoutMs: number): void {
  sent.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      sent.destroy(new HttpError('unreachable', `${url.host} did not accept a connection in ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const clear = () => clearTimeout(timer);
    socket.once('connect', clear);
    socket.once('close', clear);
  });
}

interface BodyLife {
  readonly signal: AbortSignal;
  readonly settle: () => void;
  readonly refresh: () => void;
  readonly silence: () => HttpError | undefined;
}

function toResponse(message: IncomingMessage, life: BodyLife): HttpResponse {
  let isDone = false;
  const finish = () => {
    isDone = true;
    life.settle();
  };
  // A response whose body is never read still ends its timer and its abort listener.
  message.once('close', finish);
  return {
    status: message.statusCode ?? 0,
    headers: flatHeaders(message),
    body: readBody(message, life, finish),
    release() {
      if (isDone || message.readableEnded || message.destroyed) return;
      const timer = setTimeout(() => message.destroy(), drainMs);
      timer.unref();
      message.once('close', () => clearTimeout(timer));
      message.on('error', () => {
        // Nobody reads this body any more.
      });
      message.resume();
    },
  };
}

async function* readBody(message: IncomingMessage, life: BodyLife, finish: () => void): AsyncGenerator<Uint8Array> {
  const stream = await decompressed(message);
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      life.refresh();
      // A response without an encoding set yields Buffers.
      yield chunk as Uint8Array;
    }
    if (!message.complete) throw new HttpError('broken', 'the connection ended inside the answer');
    finish();
  } catch (error) {
    finish();
    if (life.signal.aborted) throw life.signal.reason;
    const known = life.silence() ?? error;
    throw known instanceof HttpError ? known : new HttpError('broken', describe(error), error);
  }
}

async function decompressed(message: IncomingMessage): Promise<Readable> {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return message;
  const zlib = await import('node:zlib');
  // Flushing at every piece keeps a compressed event stream live.
  const flushing = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  const makers: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
    gzip: () => zlib.createGunzip(flushing),
    'x-gzip': () => zlib.createGunzip(flushing),
    deflate: () => zlib.createInflate(flushing),
    br: () => zlib.createBrotliDecompress(),
  };
  const make = makers[encoding];
  if (make === undefined)
    throw new HttpError('broken', `the answer is compressed as ${encoding}, which was not asked for`);
  const plain = make();
  message.once('error', (error) => plain.destroy(error));
  plain.once('close', () => message.resume());
  return message.pipe(plain);
}

function flatHeaders(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

function isLost(error: Error): boolean {
  const code = codeOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function toHttpError(error: unknown, url: URL, code: 'unreachable'): HttpError {
  if (error instanceof HttpError) return error;
  return new HttpError(code, `${url.host}: ${describe(error)}`, error);
}

const plainCauses: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; name its authority in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is self-signed; name its authority in NODE_EXTRA_CA_CERTS',
};

function describe(error: unknown): string {
  // Node tries IPv4 and IPv6 and reports both failures in one.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = codeOf(first);
  if (code !== undefined && plainCauses[code] !== undefined) return plainCauses[code];
  return first instanceof Error && first.message !== '' ? first.message : String(code ?? first);
}
