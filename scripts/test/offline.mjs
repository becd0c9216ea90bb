// Tests run without a network: a connection to anything but this machine is refused before it is tried.
import dns from 'node:dns';
import net from 'node:net';

const connect = net.Socket.prototype.connect;
const local = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$/i;

/** @param {unknown} host */
function refuse(host) {
  const error = new Error(`tests are offline: ${String(host)} is not this machine`);
  return Object.assign(error, { code: 'ENETUNREACH' });
}

net.Socket.prototype.connect = /** @type {typeof connect} */ (
  function (/** @type {unknown[]} */ ...args) {
    // Node passes its own normalised arguments as one array.
    const first = Array.isArray(args[0]) ? args[0][0] : args[0];
    const host = typeof first === 'object' && first !== null && 'host' in first ? first.host : args[1];
    if (typeof host === 'string' && !local.test(host)) {
      this.destroy(refuse(host));
      return this;
    }
    return Reflect.apply(connect, this, args);
  }
);

const lookup = dns.lookup;
dns.lookup = /** @type {typeof lookup} */ (
  Object.assign((/** @type {string} */ host, /** @type {unknown[]} */ ...rest) => {
    const callback = rest.at(-1);
    if (local.test(host) || typeof callback !== 'function') return Reflect.apply(lookup, dns, [host, ...rest]);
    queueMicrotask(() => callback(refuse(host)));
  }, lookup)
);
