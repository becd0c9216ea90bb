/** Where a node stands in the source, in UTF-16 units. */
export interface Located {
  readonly at: number;
}

export type Expression = Located &
  (
    | { readonly kind: 'number' | 'string'; readonly text: string }
    | { readonly kind: 'regex'; readonly pattern: string; readonly flags: string }
    | { readonly kind: 'constant'; readonly value: boolean | null }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
    | {
        readonly kind: 'method';
        readonly target: Target;
        readonly isSafe: boolean;
        readonly name: string;
        readonly args: readonly Expression[];
      }
    | { readonly kind: 'field'; readonly target: Target; readonly isSafe: boolean; readonly name: string }
    | { readonly kind: 'index'; readonly target: Expression; readonly index: Expression }
    | { readonly kind: 'new'; readonly type: string; readonly args: readonly Expression[] }
    | { readonly kind: 'newArray'; readonly type: string; readonly sizes: readonly Expression[] }
    | { readonly kind: 'filledArray'; readonly type: string; readonly items: readonly Expression[] }
    | { readonly kind: 'reference'; readonly owner: string; readonly isType: boolean; readonly name: string }
    | { readonly kind: 'lambda'; readonly parameters: readonly Parameter[]; readonly body: Expression | Block }
    | { readonly kind: 'update'; readonly target: Expression; readonly operator: '+' | '-'; readonly isPrefix: boolean }
    | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
    | { readonly kind: 'cast'; readonly type: string; readonly operand: Expression }
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'instanceof'; readonly operand: Expression; readonly type: string }
    | { readonly kind: 'conditional'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
    | { readonly kind: 'elvis'; readonly left: Expression; readonly right: Expression }
    | {
        readonly kind: 'assignment';
        readonly target: Expression;
        readonly operator: string;
        readonly value: Expression;
      }
  );

/** What stands before a dot: a value, or a type whose static member is meant. */
export type Target = Expression | (Located & { readonly kind: 'type'; readonly type: string });

export interface Parameter extends Located {
  readonly type: string;
  readonly name: string;
}

export interface Block extends Located {
  readonly kind: 'block';
  readonly statements: readonly Statement[];
}

export type Statement =
  | Block
  | (Located &
      (
        | {
            readonly kind: 'if';
            readonly test: Expression;
            readonly yes: Statement;
            readonly no: Statement | undefined;
          }
        | { readonly kind: 'while'; readonly test: Expression; readonly body: Statement }
        | { readonly kind: 'do'; readonly test: Expression; readonly body: Statement }
        | {
            readonly kind: 'for';
            readonly init: Statement | undefined;
            readonly test: Expression | undefined;
            readonly update: Expression | undefined;
            readonly body: Statement;
          }
        | { readonly kind: 'each'; readonly parameter: Parameter; readonly over: Expression; readonly body: Statement }
        | {
            readonly kind: 'try';
            readonly body: Statement;
            readonly catches: readonly { readonly parameter: Parameter; readonly body: Statement }[];
          }
        | {
            readonly kind: 'declare';
            readonly type: string;
            readonly names: readonly (Located & { readonly name: string; readonly value: Expression | undefined })[];
          }
        | { readonly kind: 'continue' | 'break' }
        | {
            readonly kind: 'return';
            readonly value: Expression | undefined;
            /** The last expression of a script or function, which is its result without `return`. */
            readonly isImplied?: boolean;
          }
        | { readonly kind: 'throw'; readonly value: Expression }
        | { readonly kind: 'expression'; readonly value: Expression }
      ));

export interface FunctionDefinition extends Located {
  readonly name: string;
  readonly returns: string;
  readonly parameters: readonly Parameter[];
  readonly body: Block;
}

export interface Program {
  readonly functions: readonly FunctionDefinition[];
  readonly statements: readonly Statement[];
}
