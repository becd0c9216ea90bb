/** The generation of a Gemini model by its name: 1.5, 2.5, 3, 4 …; undefined where the name does not say. */
function geminiGeneration(model: string): number | undefined {
  const found = /gemini-(\d+(?:\.\d+)?)/.exec(model);
  return found === null ? undefined : Number(found[1]);
}

/** From generation 3 on a call without its thought signature is refused. Names without a number are the latest. */
export function needsSignatures(model: string): boolean {
  return (geminiGeneration(model) ?? 3) >= 3;
}

/** From generation 3 on a result may hold images; before, they follow it. */
export function takesImagesInResults(model: string): boolean {
  return (geminiGeneration(model) ?? 3) >= 3;
}

/** From generation 3 on thinking is set by a level; before, by a number of tokens. */
export function takesThinkingLevel(model: string): boolean {
  return (geminiGeneration(model) ?? 3) >= 3;
}
