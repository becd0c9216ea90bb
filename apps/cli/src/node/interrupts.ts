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
  process.on('SIGINT', take);
  process.on('SIGTERM', take);
  return () => {
    process.off('SIGINT', take);
    process.off('SIGTERM', take);
  };
}
