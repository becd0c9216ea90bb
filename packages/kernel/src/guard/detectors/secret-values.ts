/** How much a name says that its value is secret. `weak` names need a value that looks made by chance. */
export type SecretName = 'password' | 'strong' | 'weak' | 'none';

const passwordName =
  /^(passwords?|passwd|passphrase|pwd|pw|secret|clientsecret|secretkey|secretaccesskey)$|(password|passwd|passphrase)$/;
const strongName =
  /(api|access|auth|private|secret|encryption|signing|account|storage|service|master|license|client|app|ssh|deploy|webhook)(api|access)?keys?$|(access|auth|refresh|api|bot|id|session|csrf|xsrf|bearer|personal|deploy|github|gitlab|slack|npm)tokens?$|secrets?$|credentials?$|^(authorization|xapikey|xauthtoken)$/;
const weakName = /(key|token|auth|signature|sig|dsn)$/;
const harmlessName =
  /(public|publishable|primary|foreign|sort|partition|cache|object|index|query|row|hot|mon|don|tur|idempotency|next|prev|previous|continuation|page|nextpage)(key|token)s?$/;

/** Classes a key of JSON, an assignment or a header by its name, whatever its spelling (`apiKey`, `API_KEY`, `x-api-key`). */
export function classifySecretName(name: string): SecretName {
  const plain = name.replace(/[^A-Za-z]/g, '').toLowerCase();
  if (harmlessName.test(plain)) return 'none';
  if (passwordName.test(plain)) return 'password';
  if (strongName.test(plain)) return 'strong';
  return weakName.test(plain) ? 'weak' : 'none';
}

const placeholder =
  /^(\$|<|\{|\[|%|\*|#|@|~|\.\.?\/|\/)|^(x{3,}|\.{3,}|-{3,}|_{3,}|0+|your|my|some|insert|enter|replace|change|example|sample|dummy|fake|placeholder|redacted|todo|none|null|nil|undefined|true|false|required|optional|nullable|string|password$|passwort$|contrase|disabled|enabled)/i;

/** Whether a value stands for a secret that is elsewhere: `$TOKEN`, `<your-key>`, `changeme`. */
export const isPlaceholder = (value: string): boolean =>
  placeholder.test(value) || /placeholder|^(.)\1*$/i.test(value) || /^[A-Z_.]+$/.test(value);

const hex = /^(?:[a-z]+\d*[:-])?[0-9a-f]{32,128}$/i;
const uuid = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;

/** A digest or an id: long, by chance, and printed everywhere. */
const isIdentifier = (value: string): boolean =>
  hex.test(value) || uuid.test(value) || /^sha(1|256|384|512)-/.test(value);

/** Bits of surprise in each character of a text, from how often its characters occur. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Whether a piece is letters and digits in no order of a word: `a8F3k2Lq`, not `version2` or `nextToken`. */
const isJumbled = (piece: string): boolean =>
  piece.length >= 8 &&
  /[A-Za-z]/.test(piece) &&
  (piece.match(/\d+/g) ?? []).length >= 2 &&
  !/^[A-Za-z]+\d+$/.test(piece);

/** Whether a value of 20 characters or more looks made by chance rather than written by a person. */
export function looksRandom(value: string): boolean {
  if (value.length < 20 || isPlaceholder(value)) return false;
  if (entropy(value.slice(0, 256)) < 3) return false;
  return (
    value.split(/[-_./+=~:]/).some((piece) => isJumbled(piece)) ||
    (value.length >= 24 && /^[A-Za-z]*\d[A-Za-z\d]*$/.test(value))
  );
}

const isName = (value: string): boolean => /^[A-Za-z]+$/.test(value) || /^\d{1,12}$/.test(value);

/** Whether a value under a name of this class is to be masked. */
export function isSecretValue(name: SecretName, value: string): boolean {
  if (name === 'none' || /\s/.test(value) || isPlaceholder(value)) return false;
  switch (name) {
    case 'password':
      // A label of a form (`Passwort`) is a word with a capital.
      return value.length >= 8 && !/^[A-Z][a-z]+$/.test(value) && !/[|()]/.test(value);
    case 'strong':
      return value.length >= 16 ? !isName(value) || value.length >= 20 : value.length >= 8 && isMixed(value);
    case 'weak':
      return looksRandom(value) && !isIdentifier(value);
  }
}

const isMixed = (value: string): boolean => /[A-Za-z]/.test(value) && /\d/.test(value) && !/[()|]/.test(value);

/** The same for a value without quotes, where a name or an expression may stand: it must not look like one. */
export function isBareSecret(name: SecretName, value: string): boolean {
  if (!isSecretValue(name, value)) return false;
  const isExpression =
    /^[A-Z]\w*(Array|Buffer|String)$/.test(value) ||
    /^[A-Za-z_$][\w$]*(\??\.[A-Za-z_$][\w$]*)+[!?]?$/.test(value) ||
    /^(https?:|\.)/.test(value);
  if (isExpression || !isMixed(value)) return false;
  switch (name) {
    case 'password':
      return true;
    case 'strong':
      return (
        value.length >= 20 &&
        (looksRandom(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value) && entropy(value) > 3.5))
      );
    default:
      return looksRandom(value);
  }
}
