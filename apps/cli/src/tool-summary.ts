/** The first sentence of a tool's description: what it does, without how. */
export const toolSummary = (description: string): string =>
  (/^.*?[.;](?=\s|$)/.exec(description)?.[0] ?? description).replace(/;$/, '.');
