const shapes: readonly RegExp[] = [
  /\b(sk|pk|rk|xai|gsk|hf|AIza|ya29|Bearer)[-_ .]?[A-Za-z0-9*._-]{8,}/g,
  /([?&](?:key|api_key|access_token)=)[^&\s"']+/gi,
];

/** The text on one line, at most `maxLength` characters, without the key in use and without what looks like one. */
export function secretFree(text: string, secrets: readonly string[], maxLength = 400): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '…');
  clean = clean.replace(shapes[0] ?? /(?!)/, '…').replace(shapes[1] ?? /(?!)/, '$1…');
  clean = clean.replace(/\s+/g, ' ').trim();
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1)}…`;
}
