import { illegalArgument } from '../error/es-error.ts';
import type { CharacterTest } from './java-regex-class.ts';
import type { Assertion, JavaRegexNode } from './java-regex-parser.ts';

/** Instructions of the matcher; where two ways go on, the first has priority. */
export type Instruction =
  | { readonly op: 'test'; readonly test: CharacterTest }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; target: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'assert'; readonly assertion: Assertion }
  | {
      readonly op: 'look';
      readonly program: readonly Instruction[];
      readonly isBehind: boolean;
      readonly isNegated: boolean;
      /** The most characters that a lookbehind may have to go back. */
      readonly reach: number;
    }
  | { readonly op: 'match' };

const maxInstructions = 20_000;

export const compileProgram = (tree: JavaRegexNode, source: string): readonly Instruction[] => {
  const program: Instruction[] = [];
  const emit = <T extends Instruction>(instruction: T): T => {
    if (program.length >= maxInstructions) {
      throw illegalArgument(
        `regular expression [${source.slice(0, 100)}] is too large: at most ${maxInstructions} steps`,
      );
    }
    program.push(instruction);
    return instruction;
  };
  const split = (isLazy: boolean): { enter: () => void; leave: () => void } => {
    const instruction = emit({ op: 'split', first: 0, second: 0 });
    return {
      enter: () => {
        if (isLazy) instruction.second = program.length;
        else instruction.first = program.length;
      },
      leave: () => {
        if (isLazy) instruction.first = program.length;
        else instruction.second = program.length;
      },
    };
  };
  const add = (node: JavaRegexNode): void => {
    switch (node.kind) {
      case 'test':
        emit({ op: 'test', test: node.test });
        return;
      case 'assert':
        emit({ op: 'assert', assertion: node.assertion });
        return;
      case 'look': {
        const { part, isBehind, isNegated } = node;
        emit({ op: 'look', program: compileProgram(part, source), isBehind, isNegated, reach: longest(part) });
        return;
      }
      case 'concat':
        node.parts.forEach(add);
        return;
      case 'group':
        emit({ op: 'save', slot: node.index * 2 });
        add(node.part);
        emit({ op: 'save', slot: node.index * 2 + 1 });
        return;
      case 'union': {
        const ends: { target: number }[] = [];
        node.parts.forEach((part, index) => {
          if (index === node.parts.length - 1) {
            add(part);
            return;
          }
          const way = split(false);
          way.enter();
          add(part);
          ends.push(emit({ op: 'jump', target: 0 }));
          way.leave();
        });
        for (const end of ends) end.target = program.length;
        return;
      }
      case 'repeat': {
        for (let count = 0; count < node.min; count += 1) add(node.part);
        if (node.max === Number.POSITIVE_INFINITY) {
          const start = program.length;
          const way = split(node.isLazy);
          way.enter();
          add(node.part);
          emit({ op: 'jump', target: start });
          way.leave();
          return;
        }
        const ways: { leave: () => void }[] = [];
        for (let count = node.min; count < node.max; count += 1) {
          const way = split(node.isLazy);
          way.enter();
          add(node.part);
          ways.push(way);
        }
        for (const way of ways) way.leave();
      }
    }
  };
  add(tree);
  emit({ op: 'match' });
  return program;
};

/** The most UTF-16 units that a match can have. */
const longest = (node: JavaRegexNode): number => {
  switch (node.kind) {
    case 'test':
      return 2;
    case 'assert':
    case 'look':
      return 0;
    case 'group':
      return longest(node.part);
    case 'concat':
      return node.parts.reduce((sum, part) => sum + longest(part), 0);
    case 'union':
      return node.parts.reduce((most, part) => Math.max(most, longest(part)), 0);
    case 'repeat': {
      const once = longest(node.part);
      return once === 0 ? 0 : once * node.max;
    }
  }
};
