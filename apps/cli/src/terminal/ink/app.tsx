import { Static, Text, useCursor } from 'ink';
import { useSyncExternalStore } from 'react';
import type { LiveView } from '../view/render-screen.ts';

/** A printed item: its lines as one text. */
export interface Entry {
  readonly id: number;
  readonly text: string;
}

export interface Frame {
  readonly printed: Entry[];
  readonly live: LiveView;
}

export interface FrameStore {
  get(): Frame;
  subscribe(listener: () => void): () => void;
}

/** The screen: what is over, printed once, and below it what may still change. */
export function App({ store }: { readonly store: FrameStore }) {
  const { printed, live } = useSyncExternalStore(store.subscribe, store.get);
  const { setCursorPosition } = useCursor();
  setCursorPosition(live.cursor);
  return (
    <>
      <Static items={printed}>{(entry) => <Text key={entry.id}>{entry.text}</Text>}</Static>
      <Text>{live.lines.join('\n')}</Text>
    </>
  );
}
