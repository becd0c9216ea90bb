/** A credential that shows by its first characters. `hint` must be in the text for `shape` to be tried. */
export interface TokenShape {
  readonly hint: string;
  readonly shape: RegExp;
}

const shape = (hint: string, source: string): TokenShape => ({
  hint,
  shape: new RegExp(`(?<![A-Za-z0-9_])${source}`, 'g'),
});

/** Formats as their issuers document them. Bounded so that one run of characters is read once. */
export const tokenShapes: readonly TokenShape[] = [
  // OpenAI, Anthropic and those that follow them; a hyphenated class name such as sk-folding-cube has no such run.
  shape('sk-', 'sk-(?:ant|proj|svcacct|admin|or|lf)-[A-Za-z0-9_-]{16,512}'),
  shape('sk-', 'sk-(?=[A-Za-z_-]{0,40}\\d)(?:[A-Za-z0-9]{1,12}-)?[A-Za-z0-9_]{16,512}[A-Za-z0-9_-]{0,512}'),
  shape('sk-', 'sk-[A-Za-z0-9]{20,512}'),
  shape('gh', 'gh[pousr]_[A-Za-z0-9]{20,255}'),
  shape('github_pat_', 'github_pat_[A-Za-z0-9_]{20,255}'),
  shape('gl', 'gl(?:pat|ptt|dt|rt|cbt|soat|agent|ft|imt)-[A-Za-z0-9_=-]{20,255}'),
  shape('A', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  shape('AIza', 'AIza[A-Za-z0-9_-]{30,60}'),
  shape('GOCSPX-', 'GOCSPX-[A-Za-z0-9_-]{20,60}'),
  shape('ya29.', 'ya29\\.[A-Za-z0-9_-]{20,512}'),
  shape('xox', 'xox[abeoprs]-[A-Za-z0-9-]{10,255}'),
  shape('xapp-', 'xapp-\\d-[A-Za-z0-9-]{20,255}'),
  shape('hooks.slack.com', 'hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,100}'),
  shape('npm_', 'npm_[A-Za-z0-9]{30,60}'),
  shape('hf_', 'hf_[A-Za-z0-9]{30,60}'),
  shape('pypi-', 'pypi-[A-Za-z0-9_-]{50,512}'),
  shape('_live_', '[srp]k_live_[A-Za-z0-9]{16,255}'),
  shape('_test_', '[sr]k_test_[A-Za-z0-9]{16,255}'),
  shape('whsec_', 'whsec_[A-Za-z0-9+/=]{24,100}'),
  shape('SG.', 'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}'),
  shape('dop_v1_', 'dop_v1_[a-f0-9]{64}'),
  shape('shp', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),
  shape('dckr_pat_', 'dckr_pat_[A-Za-z0-9_-]{20,60}'),
  shape('hv', 'hv[sb]\\.[A-Za-z0-9_-]{24,255}'),
  shape('AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[A-Z0-9]{50,64}'),
  // A signed JSON Web Token: header and payload are base64 of `{"…`.
  shape('eyJ', 'eyJ[A-Za-z0-9_-]{8,2048}\\.eyJ[A-Za-z0-9_-]{8,16384}\\.[A-Za-z0-9_-]{8,2048}'),
];
