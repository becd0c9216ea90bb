/** A closed terminal ends what it had started, too. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first interrupt asks politely, the second ends. Gives a function that takes both back. */
export function onInterrupt({
  first,
  second,
}: {
  readonly first: () => void;
  readonly second: () => void;
}): () => void {
  let count = 0;
  const take = (): void => {
    count += 1;
    if (count === 1) first();
    else second();
  };
  for (const signal of signals) process.on(signal, take);
  return () => {
    for (const signal of signals) process.off(signal, take);
  };
}
